package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyClass;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Collections without type arguments, whose elements only `targetEntity` tells (Jakarta
/// Persistence 3.2, sections 2.10, 11.1.27 and 11.1.40).
@NullUnmarked // a null where none is expected fails the test by itself
@SuppressWarnings({"rawtypes", "unchecked"})
class UntypedCollectionTest {
  @Entity(name = "Club")
  static class Club {
    @Id String name;

    @ManyToMany(targetEntity = Member.class, cascade = CascadeType.ALL)
    Collection members = new ArrayList();

    @OneToMany(targetEntity = Fee.class, mappedBy = "club", cascade = CascadeType.ALL)
    Collection fees = new ArrayList();

    @ManyToMany(targetEntity = Member.class)
    @JoinTable(name = "office")
    @MapKeyClass(String.class)
    @MapKeyColumn(name = "office")
    Map officers = new HashMap();
  }

  @Entity(name = "Member")
  static class Member {
    @Id int id;

    @ManyToMany(targetEntity = Club.class, mappedBy = "members")
    Collection clubs = new ArrayList();

    protected Member() {}

    Member(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Fee")
  static class Fee {
    @Id int id;
    @ManyToOne Club club;
  }

  @Test
  void what_targetEntity_tells_is_stored_and_found_from_both_sides() {
    try (TestUnit unit = TestUnit.of(Club.class, Member.class, Fee.class)) {
      unit.inTransaction(
          manager -> {
            Club club = new Club();
            club.name = "chess";
            club.members = new ArrayList();
            club.members.add(new Member(1));
            club.members.add(new Member(2));
            Fee fee = new Fee();
            fee.club = club;
            club.fees.add(fee);
            club.officers.put("chair", club.members.iterator().next());
            manager.persist(club);
          });
      unit.inTransaction(
          manager -> {
            Club club = manager.find(Club.class, "chess");
            assertEquals(2, club.members.size());
            assertEquals(1, club.fees.size());
            Member first = manager.find(Member.class, 1);
            assertEquals(Set.of(club), Set.copyOf(first.clubs));
            assertEquals(Map.of("chair", first), club.officers);
          });
    }
  }
}
