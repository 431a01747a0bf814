/// The public sample data that the tour works on: reading them from their Maven artifacts
/// ([HsqldbScript]), and what a data set offers to the tour ([DataSet], [Shop]).
///
/// What the rows mean is said in the packages of the data sets.
package io.tiercel.lab.data;
