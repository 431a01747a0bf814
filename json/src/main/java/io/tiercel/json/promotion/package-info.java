/// What a path into documents can be given so that queries on it cost little, as commands that do
/// it and commands that undo it: [io.tiercel.json.promotion.Promotion].
package io.tiercel.json.promotion;
