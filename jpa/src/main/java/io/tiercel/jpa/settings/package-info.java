/// What properties and hints say, read by type: those of a unit in [UnitProperties], those of a
/// single operation in [OperationOptions]. What they do is left to those who ask.
package io.tiercel.jpa.settings;
