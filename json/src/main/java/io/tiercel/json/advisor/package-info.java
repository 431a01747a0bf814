/// Finds what would make the queries on documents cheaper, tries it on a sample, and tells what it
/// gains and costs. Begin with [io.tiercel.json.advisor.Advisor].
package io.tiercel.json.advisor;
