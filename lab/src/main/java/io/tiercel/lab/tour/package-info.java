/// `tiercel tour`: loads a sample data set through Tiercel, Hibernate and JDBC by hand, does
/// the same work of a shop with each, checks that they agree, and shows what it cost.
///
/// Start at [Tour]. The data sets are in their own packages, the HTML in `report`.
package io.tiercel.lab.tour;
