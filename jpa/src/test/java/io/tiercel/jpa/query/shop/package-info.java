/// A small shop: the entities that queries are tested with.
package io.tiercel.jpa.query.shop;
