package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKey;
import jakarta.persistence.MapKeyClass;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MapKeyJoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Positions and keys of associations: Jakarta Persistence 3.2, sections 2.2.1, 11.1.32 to 11.1.39
/// and 11.1.43.
@NullUnmarked // a null where none is expected fails the test by itself
class PlacedAssociationTest {
  private static TestUnit unit;

  @Embeddable
  record Slot(String wall, int row) {}

  @Entity(name = "Room")
  static class Room {
    @Id int id;
    @Version int version;

    @ManyToMany @OrderColumn List<Item> queue = new ArrayList<>();

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderColumn(name = "nr")
    List<Picture> pictures = new ArrayList<>();

    @OneToMany
    @JoinColumn(name = "room_id")
    @OrderColumn(name = "place")
    List<Item> shelf = new ArrayList<>();

    @OneToMany(mappedBy = "room", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderColumn(name = "step")
    List<Door> doors = new ArrayList<>();

    @OneToMany(mappedBy = "house")
    @MapKey(name = "name")
    Map<String, Door> doorsByName = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "room_spare")
    @MapKey
    Map<Integer, Item> spare = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "room_labels")
    @MapKeyColumn(name = "label", length = 20)
    Map<String, Item> labels = new HashMap<>();

    @OneToMany(mappedBy = "house")
    @MapKeyColumn(name = "facing")
    Map<String, Door> byFace = new HashMap<>();

    @OneToMany(mappedBy = "room")
    @MapKeyJoinColumn(name = "painter")
    Map<Person, Door> byPainter = new HashMap<>();

    @OneToMany
    @JoinColumn(name = "hung_in")
    @MapKeyColumn(name = "hook")
    Map<Integer, Picture> hung = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "room_slots")
    Map<Slot, Item> slots = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "room_owners")
    @MapKeyJoinColumn(name = "owner")
    Map<Person, Item> owned = new HashMap<>();

    @SuppressWarnings("rawtypes")
    @ManyToMany(targetEntity = Item.class)
    @JoinTable(name = "room_raw")
    @MapKeyClass(String.class)
    Map raw = new HashMap<>();

    protected Room() {}

    Room(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Item")
  static class Item {
    @Id int id;

    protected Item() {}

    Item(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Picture")
  static class Picture {
    @Id int id;

    protected Picture() {}

    Picture(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Door")
  static class Door {
    @Id int id;
    String name;
    @ManyToOne Room room;
    @ManyToOne Room house;

    @Column(insertable = false, updatable = false)
    Integer step;

    protected Door() {}

    Door(int id, String name, Room room) {
      this.id = id;
      this.name = name;
      this.room = room;
      this.house = room;
    }
  }

  @Entity(name = "Person")
  static class Person {
    @Id int id;

    protected Person() {}

    Person(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Room.class, Item.class, Picture.class, Door.class, Person.class, Slot.class);
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          for (int id = 1; id <= 5; id++) {
            manager.persist(new Item(id));
            manager.persist(new Person(id));
          }
          Room room = new Room(1);
          manager.persist(room);
          room.queue.addAll(items(manager, 3, 1, 2));
          room.shelf.addAll(items(manager, 5, 4));
          room.pictures.addAll(List.of(new Picture(1), new Picture(2), new Picture(3)));
          for (int id = 1; id <= 3; id++) {
            room.doors.add(new Door(id, "door " + id, room));
          }
        });
  }

  private static List<Item> items(EntityManager manager, int... ids) {
    return Arrays.stream(ids).mapToObj(id -> manager.find(Item.class, id)).toList();
  }

  private static void change(Consumer<Room> work) {
    unit.inTransaction(manager -> work.accept(manager.find(Room.class, 1)));
  }

  private static Object read(Function<Room, Object> work) {
    return unit.query(manager -> work.apply(manager.find(Room.class, 1)));
  }

  private static Object queue() {
    return read(room -> room.queue.stream().map(item -> item.id).toList());
  }

  private static Object shelf() {
    return read(room -> room.shelf.stream().map(item -> item.id).toList());
  }

  private static Object doors() {
    return read(room -> room.doors.stream().map(door -> door.id).toList());
  }

  private static <T> List<T> list(String jpql, Class<T> type) {
    return unit.query((EntityManager manager) -> manager.createQuery(jpql, type).getResultList());
  }

  // ---- positions ----

  @Test
  void a_join_table_keeps_positions() {
    assertEquals(List.of(3, 1, 2), queue());
    change(room -> Collections.swap(room.queue, 0, 2));
    assertEquals(List.of(2, 1, 3), queue());
    change(room -> room.queue.remove(0));
    assertEquals(List.of(1, 3), queue());
    change(room -> room.queue.add(0, room.queue.get(1)));
    assertEquals(List.of(3, 1, 3), queue());
    assertEquals(
        "PRIMARY KEY (room_id, queue_order)",
        unit.value(
            "select pg_get_constraintdef(oid) from pg_constraint where conrelid ="
                + " 'room_item'::regclass and contype = 'p'"));
  }

  @Test
  void a_change_of_order_is_two_statements_and_counts_the_version_up() {
    Object version = read(room -> room.version);
    List<String> sent = unit.statements(() -> change(room -> Collections.reverse(room.queue)));
    assertEquals(1, sent.stream().filter(sql -> sql.startsWith("delete from room_item")).count());
    assertEquals(1, sent.stream().filter(sql -> sql.startsWith("insert into room_item")).count());
    assertEquals((int) version + 1, read(room -> room.version));
    change(room -> assertEquals(3, room.queue.size()));
    assertEquals((int) version + 1, read(room -> room.version));
  }

  @Test
  void elements_of_a_join_table_that_are_unique_can_change_places() {
    change(room -> Collections.reverse(room.pictures));
    assertEquals(
        List.of(3, 2, 1), read(room -> room.pictures.stream().map(picture -> picture.id).toList()));
    change(room -> room.pictures.remove(1));
    assertEquals(
        List.of(3, 1), read(room -> room.pictures.stream().map(picture -> picture.id).toList()));
    assertEquals(2L, unit.value("select count(*) from picture"));
  }

  @Test
  void the_targets_table_keeps_positions() {
    assertEquals(List.of(5, 4), shelf());
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.shelf.add(1, manager.find(Item.class, 1));
        });
    assertEquals(List.of(5, 1, 4), shelf());
    List<String> sent = unit.statements(() -> change(room -> room.shelf.remove(0)));
    assertEquals(
        1,
        sent.stream().filter(sql -> sql.contains("item as t set place")).count(),
        sent::toString);
    assertEquals(List.of(1, 4), shelf());
    assertEquals(
        3L, unit.value("select count(*) from item where place is null and room_id is null"));
  }

  @Test
  void the_inverse_side_writes_positions_too() {
    assertEquals(List.of(1, 2, 3), doors());
    change(room -> Collections.reverse(room.doors));
    assertEquals(List.of(3, 2, 1), doors());
    assertEquals(0, read(room -> room.doors.get(0).step));
    change(room -> room.doors.remove(0));
    assertEquals(List.of(2, 1), doors());
    assertEquals(2L, unit.value("select count(*) from door"));
  }

  @Test
  void rows_without_a_position_go_to_the_end_and_reading_them_writes_nothing() {
    unit.sql("update door set step = null where id = 1", "update door set step = step - 1");
    List<String> sent = unit.statements(() -> assertEquals(3, read(room -> room.doors.size())));
    assertTrue(sent.stream().allMatch(sql -> sql.startsWith("select")), sent::toString);
    assertEquals(List.of(2, 3, 1), doors());
    change(room -> room.doors.add(new Door(9, "nine", room)));
    assertEquals(List.of(2, 3, 1, 9), doors());
    assertEquals(3, unit.value("select step from door where id = 9"));
    assertEquals(2, unit.value("select step from door where id = 1"));
  }

  @Test
  void a_list_with_holes_has_nulls() {
    unit.sql("delete from room_item where queue_order = 1");
    assertEquals(
        Arrays.asList(3, null, 2),
        read(
            room ->
                room.queue.stream().map(item -> item == null ? null : (Object) item.id).toList()));
    change(room -> room.queue.removeIf(Objects::isNull));
    assertEquals(List.of(3, 2), queue());
  }

  @Test
  void queries_know_the_positions_of_associations() {
    assertEquals(
        List.of(3, 1, 2),
        list("select q.id from Room r join r.queue q order by index(q)", Integer.class));
    assertEquals(
        List.of(4),
        list("select s.id from Room r join r.shelf s where index(s) = 1", Integer.class));
    assertEquals(
        List.of(3),
        list("select d.id from Room r join r.doors d where index(d) = 2", Integer.class));
  }

  @Test
  void many_owners_cost_as_many_statements_as_one() {
    unit.inTransaction(
        manager -> {
          for (int id = 10; id < 40; id++) {
            Room room = new Room(id);
            manager.persist(room);
            room.queue.addAll(items(manager, 1, 2, 3));
            room.doors.add(new Door(id, "d", room));
          }
        });
    List<String> sent =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      List<Room> rooms =
                          manager
                              .createQuery("from Room r where r.id >= 10", Room.class)
                              .getResultList();
                      for (Room room : rooms) {
                        Collections.reverse(room.queue);
                        room.doors.add(0, new Door(room.id + 100, "e", room));
                      }
                    }));
    assertEquals(
        2,
        sent.stream()
            .filter(sql -> sql.contains("room_item") && !sql.startsWith("select"))
            .count());
    assertEquals(1, sent.stream().filter(sql -> sql.contains("update door")).count());
    assertEquals(3, sent.stream().filter(sql -> sql.startsWith("select")).count(), sent::toString);
  }

  // ---- keys ----

  @Test
  void map_key_is_an_attribute_of_the_elements() {
    assertEquals(2, read(room -> room.doorsByName.get("door 2").id));
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.spare.put(4, manager.find(Item.class, 4));
          room.spare.put(2, manager.find(Item.class, 2));
        });
    assertEquals(4, read(room -> room.spare.get(4).id));
    change(room -> room.spare.remove(4));
    assertEquals(List.of(2), read(room -> List.copyOf(room.spare.keySet())));
    assertEquals(1L, unit.value("select count(*) from room_spare"));
    assertEquals(
        List.of("door 3"),
        list("select key(d) from Room r join r.doorsByName d where value(d).id = 3", String.class));
    assertEquals(List.of(2), list("select key(s) from Room r join r.spare s", Integer.class));
  }

  @Test
  void a_join_table_holds_keys() {
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.labels.put("a", manager.find(Item.class, 1));
          room.labels.put("b", manager.find(Item.class, 1));
          room.slots.put(new Slot("north", 1), manager.find(Item.class, 2));
        });
    assertEquals(1, read(room -> room.labels.get("b").id));
    assertEquals(2, read(room -> room.slots.get(new Slot("north", 1)).id));
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.labels.put("b", manager.find(Item.class, 3));
          room.labels.remove("a");
        });
    assertEquals(Map.of("b", 3), read(room -> ids(room.labels)));
    assertEquals(
        List.of("b"),
        list("select key(l) from Room r join r.labels l where l.id = 3", String.class));
    assertEquals(
        List.of(new Slot("north", 1)),
        list("select key(s) from Room r join r.slots s where key(s).row = 1", Slot.class));
    assertEquals(
        "PRIMARY KEY (room_id, label)",
        unit.value(
            "select pg_get_constraintdef(oid) from pg_constraint where conrelid ="
                + " 'room_labels'::regclass and contype = 'p'"));
  }

  private static Map<String, Integer> ids(Map<String, Item> map) {
    Map<String, Integer> ids = new HashMap<>();
    map.forEach((key, item) -> ids.put(key, item.id));
    return ids;
  }

  @Test
  void the_targets_table_holds_keys() {
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.hung.put(7, manager.find(Picture.class, 1));
          room.hung.put(8, manager.find(Picture.class, 2));
        });
    assertEquals(2, read(room -> room.hung.get(8).id));
    change(
        room -> {
          Picture picture = room.hung.remove(8);
          room.hung.put(9, picture);
        });
    assertEquals(2, read(room -> room.hung.get(9).id));
    assertEquals(9, unit.value("select hook from picture where id = 2"));
    change(room -> room.hung.remove(9));
    assertEquals(1L, unit.value("select count(*) from picture where hung_in = 1 and hook = 7"));
    assertEquals(
        2L, unit.value("select count(*) from picture where hung_in is null and hook is null"));
  }

  @Test
  void the_inverse_side_writes_keys_into_the_targets_table() {
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.byFace.put("north", manager.find(Door.class, 1));
          assertTrue(room.byFace.keySet().stream().allMatch(Objects::nonNull));
          room.byPainter.put(manager.find(Person.class, 4), manager.find(Door.class, 2));
        });
    assertEquals(1, unit.value("select id from door where facing = 'north'"));
    assertEquals(2, unit.value("select id from door where painter = 4"));
    assertEquals(1, read(room -> room.byFace.get("north").id));
    assertEquals(1, read(room -> room.byFace.size()));
    assertEquals(
        List.of(2),
        list(
            "select value(p).id from Room r join r.byPainter p where key(p).id = 4",
            Integer.class));
  }

  @Test
  void entities_can_be_keys() {
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.owned.put(manager.find(Person.class, 1), manager.find(Item.class, 1));
          room.owned.put(manager.find(Person.class, 2), manager.find(Item.class, 1));
        });
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          Person person = manager.find(Person.class, 2);
          assertEquals(1, room.owned.get(person).id);
          room.owned.remove(person);
        });
    assertEquals(1L, unit.value("select count(*) from room_owners where owner = 1"));
    assertEquals(
        List.of(1),
        list("select key(o).id from Room r join r.owned o where value(o).id = 1", Integer.class));
    assertEquals(1, list("select key(o) from Room r join r.owned o", Person.class).get(0).id);
    Map.Entry<?, ?> entry =
        list("select entry(o) from Room r join r.owned o", Map.Entry.class).get(0);
    assertEquals(1, ((Person) entry.getKey()).id);
    assertEquals(1, ((Item) entry.getValue()).id);
  }

  @Test
  @SuppressWarnings("unchecked")
  void a_raw_map_names_key_and_target() {
    unit.inTransaction(
        manager -> manager.find(Room.class, 1).raw.put("x", manager.find(Item.class, 5)));
    assertEquals(5, read(room -> ((Item) room.raw.get("x")).id));
  }

  @Test
  void merge_takes_maps_and_positions_over() {
    Room detached =
        (Room)
            read(
                room -> {
                  assertEquals(3, room.queue.size());
                  assertTrue(room.labels.isEmpty());
                  return room;
                });
    Collections.reverse(detached.queue);
    Item item = unit.query(manager -> manager.find(Item.class, 4));
    detached.labels.put("new", item);
    unit.inTransaction(
        manager -> {
          Room merged = manager.merge(detached);
          assertSame(manager.find(Item.class, 4), merged.labels.get("new"));
        });
    assertEquals(List.of(2, 1, 3), queue());
    assertEquals(Map.of("new", 4), read(room -> ids(room.labels)));
  }

  @Test
  void rows_go_with_their_owner() {
    unit.inTransaction(
        manager -> {
          Room room = manager.find(Room.class, 1);
          room.labels.put("a", manager.find(Item.class, 1));
        });
    unit.inTransaction(manager -> manager.remove(manager.find(Room.class, 1)));
    assertEquals(0L, unit.value("select count(*) from room_item"));
    assertEquals(0L, unit.value("select count(*) from room_labels"));
    assertEquals(0L, unit.value("select count(*) from door"));
    assertEquals(0L, unit.value("select count(*) from item where room_id is not null"));
  }

  @Test
  void fetch_joins_bring_maps_and_positions() {
    Room room =
        unit.query(
            manager ->
                manager
                    .createQuery(
                        "from Room r left join fetch r.doorsByName left join fetch r.queue",
                        Room.class)
                    .getSingleResult());
    assertEquals(3, room.doorsByName.size());
    assertEquals(3, room.queue.get(0).id);
  }
}
