package io.tiercel.spring.sample;

import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.jpa.repository.query.Procedure;
import org.springframework.data.repository.query.Param;

/// Every way in which a repository asks.
public interface Books extends JpaRepository<Book, Long>, JpaSpecificationExecutor<Book> {
  // ---- derived queries ----

  List<Book> findByTitleContainingIgnoreCaseOrderByTitle(String part);

  List<Book> findByPublishedBetween(int first, int last, Sort sort);

  List<Book> findByWriterNameAndPublishedGreaterThanEqual(String writer, int year);

  List<Book> findByTitleIn(List<String> titles);

  List<Book> findByTitleStartingWithOrPublished(String start, int year);

  Optional<Book> findFirstByOrderByPublishedDesc();

  List<Book> findByPublishedLessThan(int year, Limit limit);

  Page<Book> findByPublishedGreaterThan(int year, Pageable page);

  Slice<Book> findByWriterName(String writer, Pageable page);

  boolean existsByTitle(String title);

  long countByWriterName(String writer);

  long deleteByPublishedLessThan(int year);

  // ---- queries ----

  @Query("select b from Book b join b.writer w where w.name = :writer order by b.published")
  List<Book> of(@Param("writer") String writer);

  @Query("select b.writer.name as writer, count(b) as books from Book b group by b.writer.name")
  List<Shelf> shelves();

  @Query(
      "select new io.tiercel.spring.sample.Card(b.title, b.writer.name) from Book b"
          + " where b.published > ?1 order by b.title")
  List<Card> cards(int year);

  @Query("select b from Book b where b.published > ?1")
  Page<Book> newer(int year, Pageable page);

  @Query("select b from Book b where b.title like %:part%")
  List<Book> titled(@Param("part") String part);

  @NativeQuery("select title from book where published > ?1 order by title")
  List<String> titlesAfter(int year);

  @Modifying(clearAutomatically = true, flushAutomatically = true)
  @Query("update Book b set b.title = upper(b.title) where b.published < :year")
  int shout(@Param("year") int year);

  @Query("select b from Book b order by b.id")
  Stream<Book> all();

  Window<Book> findFirst2ByOrderByPublished(ScrollPosition position);

  @QueryHints({
    @QueryHint(name = "org.hibernate.fetchSize", value = "10"),
    @QueryHint(name = "jakarta.persistence.query.timeout", value = "60000")
  })
  @Query("select b from Book b where b.published < :year")
  List<Book> before(@Param("year") int year);

  @Procedure("next_year")
  Integer nextYear(@Param("y") Integer year);

  // ---- projections, graphs, locks ----

  List<Titled> findByPublished(int year);

  List<Card> findCardByPublished(int year);

  <T> List<T> findByTitle(String title, Class<T> type);

  @EntityGraph(attributePaths = "writer")
  List<Book> findWithWriterByPublishedGreaterThan(int year);

  @Lock(LockModeType.PESSIMISTIC_WRITE)
  Optional<Book> findLockedById(Long id);

  /// A closed projection.
  interface Titled {
    String getTitle();

    Named getWriter();

    /// Of an association.
    interface Named {
      String getName();
    }
  }

  /// Of a query with aliases.
  interface Shelf {
    String getWriter();

    long getBooks();
  }
}
