package io.tiercel.lab.cache;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.tiercel.lab.cli.CommandFailure;
import java.io.IOException;
import java.net.MalformedURLException;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/// A JVM that is looked at by JMX. Confined to one thread.
final class RunningJvm implements AutoCloseable {
  private static final String ADDRESS = "service:jmx:";
  private static final int WIDTH = 100;

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  private RunningJvm(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.server = connector.getMBeanServerConnection();
  }

  /// The Java processes of this user but this one: the process id and what it runs.
  static List<String> list() {
    long own = ProcessHandle.current().pid();
    return VirtualMachine.list().stream()
        .filter(each -> !each.id().equals(String.valueOf(own)))
        .map(RunningJvm::describe)
        .toList();
  }

  private static String describe(VirtualMachineDescriptor each) {
    String runs = each.displayName();
    return "%8s  %s".formatted(each.id(), runs.length() > WIDTH ? runs.substring(0, WIDTH) : runs);
  }

  /// Attaches to a process of this machine, or connects to an address.
  ///
  /// @throws CommandFailure when it cannot
  @SuppressWarnings("BanJNDI") // an address is what the operator has typed
  static RunningJvm connect(String process) {
    try {
      var url = new JMXServiceURL(process.startsWith(ADDRESS) ? process : agent(process));
      return new RunningJvm(JMXConnectorFactory.connect(url));
    } catch (MalformedURLException e) {
      throw failure("%s is no JMX address".formatted(process), null, e);
    } catch (AttachNotSupportedException | IOException e) {
      throw failure(
          "cannot attach to process %s: %s".formatted(process, e.getMessage()),
          "It has to be a Java process of the same user; `tiercel cache` lists them.",
          e);
    }
  }

  private static String agent(String pid) throws AttachNotSupportedException, IOException {
    var machine = VirtualMachine.attach(pid);
    try {
      return machine.startLocalManagementAgent();
    } finally {
      machine.detach();
    }
  }

  MBeanServerConnection server() {
    return server;
  }

  static CommandFailure failure(String message, @Nullable String hint, @Nullable Throwable cause) {
    return new CommandFailure(message, hint, cause);
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
