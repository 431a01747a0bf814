package io.tiercel.jpa.mapping.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingOptions;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.source.Naming;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names of tables and columns where nothing is quoted.
@NullUnmarked // the entities are filled by nobody
class NamingTest {
  @Entity
  static class SalesRep {
    @Id Long repId;
  }

  @Entity
  @Table(indexes = @Index(columnList = "firstName"))
  static class KeyAccount {
    @Id @GeneratedValue Long id;
    String firstName;

    @Column(name = "lastURL")
    String url;

    @Column(name = "\"asIs\"")
    String quoted;

    @ManyToOne SalesRep salesRep;
    @ManyToMany List<SalesRep> formerReps;
    @ElementCollection Set<String> nickNames;
  }

  private static EntityMapping mapping(Naming naming) {
    var options = new MappingOptions(false, false, naming, Map.of());
    return new UnitMapping(List.of(KeyAccount.class, SalesRep.class), options)
        .entity(KeyAccount.class);
  }

  @ParameterizedTest
  @CsvSource({
    "firstName,first_name",
    "orderID,orderid",
    "URLOfPage,urlof_page",
    "line2Text,line2_text",
    "a,a",
    "already_so,already_so",
    "atB,atb"
  })
  void a_capital_begins_a_word_between_small_letters(String written, String stored) {
    assertEquals(stored, Naming.UNDERSCORES.stored(written));
  }

  @Test
  void a_join_table_is_called_after_its_target_or_its_attribute() {
    for (var naming : Naming.values()) {
      var reps = (ToManyAttribute) mapping(naming).attribute("formerReps");
      assertEquals(
          switch (naming) {
            case STANDARD -> "keyaccount_salesrep";
            case UNDERSCORES -> "key_account_sales_rep";
            case STANDARD_BY_ATTRIBUTE -> "keyaccount_formerreps";
            case UNDERSCORES_BY_ATTRIBUTE -> "key_account_former_reps";
          },
          reps.joinTable().table().name());
    }
  }

  @Test
  void names_are_folded_by_default() {
    EntityMapping account = mapping(Naming.STANDARD);
    assertEquals("keyaccount", account.table().name());
    assertEquals("firstname", Mappings.column(account, "firstName").name());
  }

  @Test
  void underscores_reach_every_name_that_is_not_quoted() {
    EntityMapping account = mapping(Naming.UNDERSCORES);
    assertEquals("key_account", account.table().name());
    assertEquals("first_name", Mappings.column(account, "firstName").name());
    assertEquals("lasturl", Mappings.column(account, "url").name());
    assertEquals("asIs", Mappings.column(account, "quoted").name());
    assertEquals(List.of("first_name"), account.indexes().getFirst().columnNames());
    var rep = assertInstanceOf(ToOneAttribute.class, account.attribute("salesRep"));
    assertEquals("sales_rep_rep_id", rep.joinColumns().getFirst().name());
    var former = assertInstanceOf(ToManyAttribute.class, account.attribute("formerReps"));
    assertEquals("key_account_sales_rep", former.joinTable().table().name());
  }
}
