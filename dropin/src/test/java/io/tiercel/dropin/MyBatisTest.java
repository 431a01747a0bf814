package io.tiercel.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MyBatisTest {
  private static final String TABLE =
      """
      create table note (id bigserial primary key, title text, price numeric(8, 2),
        written timestamp)""";

  /// A row of the table, as MyBatis fills it.
  public static final class Note {
    Long id;
    String title;
    BigDecimal price;
    LocalDateTime written;
  }

  /// What the tests ask.
  public interface Notes {
    @Insert("insert into note (title, price, written) values (#{title}, #{price}, #{written})")
    @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
    int add(Note note);

    @Select("select * from note where id = #{id}")
    Note byId(long id);

    @Select(
        """
        <script>select title from note where id in
        <foreach item='id' collection='ids' open='(' separator=',' close=')'>#{id}</foreach>
        order by id</script>""")
    List<String> titles(@Param("ids") List<Long> ids);

    @Select("select * from note order by id")
    @Options(fetchSize = 10)
    Cursor<Note> all();

    @Update("update note set title = #{title} where id = #{id}")
    int rename(@Param("id") long id, @Param("title") String title);
  }

  @ParameterizedTest
  @EnumSource
  void mappers_insert_find_and_update(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      try (SqlSession session = factory(pool).openSession()) {
        Notes notes = session.getMapper(Notes.class);
        var note = note("first");
        note.price = new BigDecimal("1.25");
        note.written = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
        assertEquals(1, notes.add(note));
        assertEquals(1L, note.id);
        notes.add(note("second"));
        Note read = notes.byId(1);
        assertEquals(new BigDecimal("1.25"), read.price);
        assertEquals(note.written, read.written);
        assertNull(notes.byId(2).price);
        assertEquals(1, notes.rename(2, "renamed"));
        assertEquals(List.of("first", "renamed"), notes.titles(List.of(1L, 2L, 3L)));
        session.commit();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_batch_session_returns_every_key_and_a_cursor_reads_them(Dropped driver)
      throws java.io.IOException {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      SqlSessionFactory factory = factory(pool);
      try (SqlSession session = factory.openSession(ExecutorType.BATCH)) {
        Notes notes = session.getMapper(Notes.class);
        var added = new java.util.ArrayList<Note>();
        for (int i = 0; i < 100; i++) {
          Note note = note("note " + i);
          notes.add(note);
          added.add(note);
        }
        session.commit();
        long expected = 1;
        for (Note note : added) {
          assertEquals(expected++, note.id);
        }
      }
      try (SqlSession session = factory.openSession();
          Cursor<Note> cursor = session.getMapper(Notes.class).all()) {
        long sum = 0;
        for (Note note : cursor) {
          assertNotNull(note.title);
          sum += note.id;
        }
        assertEquals(5_050, sum);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_is_not_committed_is_gone(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      SqlSessionFactory factory = factory(pool);
      try (SqlSession session = factory.openSession()) {
        session.getMapper(Notes.class).add(note("lost"));
      }
      try (SqlSession session = factory.openSession()) {
        assertNull(session.getMapper(Notes.class).byId(1));
      }
    }
  }

  private static Note note(String title) {
    var note = new Note();
    note.title = title;
    return note;
  }

  private static SqlSessionFactory factory(DataSource pool) {
    var configuration =
        new Configuration(new Environment("test", new JdbcTransactionFactory(), pool));
    configuration.addMapper(Notes.class);
    return new SqlSessionFactoryBuilder().build(configuration);
  }
}
