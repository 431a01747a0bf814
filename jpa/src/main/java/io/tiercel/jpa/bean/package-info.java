/// The application's listeners and converters as beans of its platform. [BeanSource] is what a
/// platform offers; [UnitBeans] holds what a unit has got of it.
package io.tiercel.jpa.bean;
