package io.tiercel.jpa.format;

import jakarta.persistence.AttributeConverter;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a path in a query leads to inside of a value in a format, or the value as a whole. It
/// writes the SQL that reads it, so that a query says exactly what an index says. Immutable, safe
/// for any number of threads.
///
/// Operands are SQL of its type, with a cast where they are parameters. Conditions are null, not
/// false, where the part or the operand is; each stands in parentheses.
public interface ValuePart {
  /// The class of its values in Java, boxed; Object where nothing tells it.
  Class<?> javaType();

  /// Between its values and the text that the database has of them; null if these are values of a
  /// basic type, which the provider reads by itself.
  @Nullable AttributeConverter<Object, String> converter();

  /// The type of [#value] in SQL, for a basic type the usual one of [#javaType].
  String sqlType();

  /// The value, null where there is none.
  String value(StoredValue stored);

  /// What it is sorted by, most significant first; all null where there is no value.
  List<String> order(StoredValue stored);

  /// `part operator operand`.
  ///
  /// @param operator `=`, `<>`, `<`, `<=`, `>` or `>=`
  String comparison(StoredValue stored, String operator, String operand);

  /// `part = any(array)`.
  String in(StoredValue stored, String array);

  /// `part like pattern`, of texts.
  ///
  /// @param escape null for none
  String like(StoredValue stored, String pattern, @Nullable Character escape);

  /// The same text in small letters; only of texts.
  ValuePart lowerCase();

  /// A part of it by its name; null if it has none of that name.
  @Nullable ValuePart member(String name);

  /// The names of its parts, as far as they are known: for the errors of those who miss one.
  Set<String> members();

  /// What is at a path in the format's own language, which is written in a query as a literal.
  ///
  /// @throws IllegalArgumentException if it is no path, or leads to several values
  ValuePart at(String path);

  /// Whether there is anything at a path in the format's own language.
  String exists(StoredValue stored, String path);

  /// Each of its elements; null if it has none.
  @Nullable ValuePart element();

  /// A call that returns the elements as rows of one column, of which [#element] reads. Only of
  /// what has elements.
  String elements(StoredValue stored);

  /// Whether an element equals an operand of the element's type. Only of what has elements.
  String contains(StoredValue stored, String operand);

  /// A condition that holds wherever one element has all these members with these values, and that
  /// an index of the elements can serve; null if there is no such condition. Only of what has
  /// elements.
  @Nullable String containsAll(StoredValue stored, List<Member> members);

  /// A member of an element and the operand that it equals.
  record Member(ValuePart part, String operand) {}

  /// How the value is read where several parts of one value are; null if it cannot be read so, or
  /// costs nothing by itself.
  @Nullable Extract extract(StoredValue stored);

  /// A part in a row that a call makes of the whole value.
  ///
  /// @param call that makes a row of the whole value
  /// @param column of the row, as a list of column definitions has it
  /// @param type of the column
  /// @param value of the part, given the column qualified by the row
  record Extract(String call, String column, String type, UnaryOperator<String> value) {}

  /// For errors: what it is.
  String description();
}
