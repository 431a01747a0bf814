/// Entity graphs (Jakarta Persistence 3.2, section 3.7): what an application names to be read with
/// an entity. Start at [RootGraph]; [NamedGraphs] reads the annotations. How a graph is carried out
/// is left to `io.tiercel.jpa.load`, which is given a plan.
package io.tiercel.jpa.graph;
