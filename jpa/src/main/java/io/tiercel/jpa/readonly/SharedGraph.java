package io.tiercel.jpa.readonly;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.cache.coherence.Source;
import io.tiercel.cache.query.DerivedValues;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.access.LazyLoader;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.load.SharedRows;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.shared.Consistency;
import jakarta.persistence.EntityNotFoundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One instance that all share who only read, with what it leads to: each row at most once. What is
/// touched for the first time is added, for all who have it. Safe for any number of threads.
///
/// It is handed out as long as nothing has happened to anything that it was made of; so whoever is
/// handed it gets nothing older than the level of its find allows. What is added later must keep
/// that for those who have got it before. Either it comes from memory: then its rows are added to
/// what is validated, and validated once, before anybody sees it, so nothing has happened to them
/// since any of those finds. Or the database is asked: then the graph has [ended][#end] before, so
/// all those finds were earlier than the answer.
///
/// Who has a graph that is not handed out any more keeps what it has read, and loads what it has
/// not.
final class SharedGraph
    implements Source<Object, SharedGraph>,
        DerivedValues.Derived,
        LazyLoader,
        LazyCollection.Loader {
  static final int BYTES_OF_A_NODE = 220;
  static final int BYTES_OF_AN_ELEMENT = 8;
  private static final int BYTES_OF_ITSELF = 400;

  private final SharedGraphs home;

  /// Under which it is [known][SharedGraphs].
  private final Object key;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Map<Node.Key, Node> nodes = new HashMap<>(4);
  private int additions;

  // Set before anybody else sees it.
  private @Nullable Node root;

  /// Null once it is not handed out any more.
  private volatile @Nullable State state;

  private volatile int bytes = BYTES_OF_ITSELF;

  /// What it was made of, and what follows from that.
  ///
  /// @param level of its entities, where the find and its EntityManager name none
  private record State(ReadSet reads, Entry<SharedGraph> entry, Consistency level) {}

  SharedGraph(SharedGraphs home, Object key) {
    this.home = home;
    this.key = key;
  }

  /// Reads the root, once.
  ///
  /// @return null when not all of it is in memory, so that it cannot be handed out
  static @Nullable SharedGraph read(
      SharedGraphs home, Object key, EntityDescriptor type, Object id) {
    var made = new SharedGraph(home, key);
    return made.readRoot(type, id) ? made : null;
  }

  private boolean readRoot(EntityDescriptor type, Object id) {
    boolean[] isAsked = {false};
    ReadSet.Recorder reads = home.recorder();
    lock.lock();
    try {
      Workspace workspace = home.workspace(() -> isAsked[0] = true);
      EntityEntry entry = workspace.find(type, id);
      if (entry == null || !entry.type.isA(type) || !home.types().contains(entry.type)) {
        return false;
      }
      var copy = new Copy(this, home, workspace, reads);
      if (copy.prove(entry) == null) {
        return false;
      }
      Node node = new Node(entry.type, entry.id, entry.type.access.newInstance());
      nodes.put(node.key(), node);
      copy.fill(node, entry, true);
      copy.tell();
      // A callback may have touched what is lazy.
      if (isAsked[0] || !copy.isProven() || additions > 0) {
        return false;
      }
      root = node;
      grow(copy);
      copy.publish();
      ReadSet read = reads.done();
      state = new State(read, read.entry(this), home.level(null, copy.entities()));
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// The instance itself.
  Object root() {
    return Objects.requireNonNull(root).instance;
  }

  EntityDescriptor type() {
    return Objects.requireNonNull(root).type;
  }

  /// What is in force where the find and its EntityManager name no level; null once it has ended.
  @Nullable Consistency level() {
    State now = state;
    return now == null ? null : now.level();
  }

  // ---- whether it is handed out ----

  @Override
  public @Nullable Entry<SharedGraph> entry(Object any) {
    State now = state;
    return now != null && now.reads().isCurrent() ? now.entry() : null;
  }

  /// Inside of REPEATABLE READ nothing is shared.
  @Override
  public boolean isUnchangedSince(Object any, Fill fill) {
    return false;
  }

  @Override
  public boolean isCurrent() {
    return entry(key) != null;
  }

  @Override
  public int bytes() {
    return bytes;
  }

  /// From now on it is not handed out.
  private void end() {
    state = null;
    home.ended(key, this);
  }

  /// Refuses what somebody has changed in it.
  void guard(SharedRows rows) {
    lock.lock();
    try {
      for (Node node : nodes.values()) {
        Row row = node.row;
        if (row != null) {
          rows.guard(node.type, node.id, row, node.instance, home.descriptors());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- what is touched ----

  @Nullable Node node(Node.Key of) {
    return nodes.get(of);
  }

  void add(Node.Key of, Node node) {
    nodes.put(of, node);
  }

  @Override
  public void load(LazyInstance instance) {
    lock.lock();
    try {
      if (instance.tiercelLoader() == null) {
        return;
      }
      EntityDescriptor type = home.descriptors().ofInstance(instance);
      Node node =
          Objects.requireNonNull(
              nodes.get(Node.Key.of(type, type.columnKey(instance.tiercelId()))),
              "a lazy instance is of its graph");
      Copy published = add(copy -> load(copy, node));
      published.publish();
    } finally {
      lock.unlock();
    }
  }

  private static boolean load(Filling into, Node node) {
    EntityEntry entry = into.workspace().find(node.type, node.id);
    if (entry == null) {
      throw new EntityNotFoundException("%s#%s does not exist".formatted(node.type, node.id));
    }
    Copy copy = into.copy();
    var unused = copy.prove(entry);
    copy.fill(node, entry, true);
    return true;
  }

  @Override
  public void load(LazyCollection collection, Object owner, int attributeIndex) {
    lock.lock();
    try {
      if (collection.isLoaded()) {
        return;
      }
      Node node = (Node) owner;
      PluralAttribute attribute = (PluralAttribute) node.type.mapping.indexed(attributeIndex);
      List<Collection<?>> content = new ArrayList<>(1);
      Copy published =
          add(
              into -> {
                content.clear();
                content.add(into.copy().content(node, attribute));
                return true;
              });
      published.publish();
      collection.fill(content.getFirst());
    } finally {
      lock.unlock();
    }
  }

  /// A copy and what it is copied from.
  private record Filling(Copy copy, Workspace workspace) {}

  private void grow(Copy by) {
    int now = bytes + by.bytes();
    bytes = now;
  }

  /// Copies more into it: from memory, or else after its end.
  @SuppressWarnings("ReferenceEquality") // whether it is that very state still
  private Copy add(Function<Filling, Boolean> step) {
    additions++;
    State before = state;
    if (before != null && before.reads().isCurrent()) {
      var reads = new ReadSet.Recorder(before.reads());
      Workspace workspace = home.workspace(this::end);
      var copy = new Copy(this, home, workspace, reads);
      boolean unused = step.apply(new Filling(copy, workspace));
      int number = additions;
      if (copy.isProven()) {
        copy.tell();
      }
      // The database may have been asked, and a callback may have touched what is lazy.
      if (copy.isProven() && state == before && additions == number) {
        ReadSet read = reads.done();
        grow(copy);
        state = new State(read, read.entry(this), home.level(before.level(), copy.entities()));
        if (read.isCurrent()) {
          home.grown(key, this);
          return copy;
        }
      }
      copy.discard();
    }
    end();
    Workspace workspace = home.workspace(() -> {});
    var copy = new Copy(this, home, workspace, null);
    boolean unused = step.apply(new Filling(copy, workspace));
    copy.tell();
    return copy;
  }
}
