/// A JVM per peer: [WorkerProcess] is the parent's handle, [Worker] the child's main class. They
/// talk in lines of JSON ([Command], [Answer]) over the child's standard input and output.
package io.tiercel.lab.bench.worker;
