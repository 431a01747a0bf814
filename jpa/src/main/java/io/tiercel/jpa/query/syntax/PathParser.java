package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Reference.Identity;
import io.tiercel.jpa.query.syntax.Reference.MapPart;
import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/// Parses paths and what may stand at their head (specification 4.4.4).
final class PathParser {

  private final TokenStream tokens;

  PathParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /// A path of names; every word is a name in it.
  Reference.Path path(String expected) {
    var head = tokens.expectWord(expected);
    var names = new ArrayList<String>();
    names.add(head.text());
    names.addAll(dotted());
    return new Reference.Path(head.at(), names);
  }

  private List<String> dotted() {
    if (!tokens.at(Kind.DOT)) {
      return List.of();
    }
    var names = new ArrayList<String>();
    while (tokens.accept(Kind.DOT)) {
      names.add(tokens.expectWord("a name after the dot").text());
    }
    return names;
  }

  /// Whether a head of a path that is no name begins here: a word and its parenthesis.
  boolean atHead() {
    return switch (tokens.peek().keyword()) {
      case TREAT, KEY, VALUE, ENTRY, ID, VERSION, OBJECT ->
          tokens.peek(1).is(Kind.LEFT_PARENTHESIS);
      case null, default -> false;
    };
  }

  /// A path with any head.
  Reference reference() {
    var head = head();
    var names = dotted();
    if (names.isEmpty()) {
      return head;
    }
    if (head instanceof Reference.Path) {
      throw tokens.error(head.at(), "OBJECT takes a variable alone and is no part of a path", null);
    }
    return new Reference.Navigation(head.at(), head, names);
  }

  private Reference head() {
    return switch (tokens.peek().keyword()) {
      case TREAT -> treat();
      case KEY -> mapPart(MapPart.Part.KEY);
      case VALUE -> mapPart(MapPart.Part.VALUE);
      case ENTRY -> mapPart(MapPart.Part.ENTRY);
      case ID -> identity(Identity.Attribute.ID);
      case VERSION -> identity(Identity.Attribute.VERSION);
      case OBJECT -> object();
      case null, default -> throw tokens.expected("a path", null);
    };
  }

  Reference.Treat treat() {
    int at = open();
    var operand = operand();
    tokens.expect(Keyword.AS);
    String entityName = path("an entity name").text();
    close();
    return new Reference.Treat(at, operand, entityName);
  }

  private MapPart mapPart(MapPart.Part part) {
    int at = open();
    var variable = variable();
    close();
    return new MapPart(at, part, variable);
  }

  private Identity identity(Identity.Attribute attribute) {
    int at = open();
    var operand = operand();
    close();
    return new Identity(at, attribute, operand);
  }

  /// `object(v)` means `v` and nothing else (specification 4.8), so that no node is made for it.
  private Reference.Path object() {
    open();
    var variable = variable();
    close();
    return variable;
  }

  /// An identification variable.
  Reference.Path variable() {
    var name = tokens.expectName("an identification variable");
    return new Reference.Path(name.at(), List.of(name.text()));
  }

  /// A path or an operator around one.
  Reference operand() {
    tokens.enter();
    var operand = atHead() ? reference() : pathOfVariable();
    tokens.leave();
    return operand;
  }

  private Reference.Path pathOfVariable() {
    if (!tokens.peek().isName()) {
      throw tokens.expected("an identification variable or a path", null);
    }
    return path("a path");
  }

  private int open() {
    int at = tokens.take().at();
    tokens.expect(Kind.LEFT_PARENTHESIS);
    return at;
  }

  private void close() {
    tokens.expect(Kind.RIGHT_PARENTHESIS);
  }
}
