/// `tiercel load`: library records into a table of documents.
package io.tiercel.lab.load;
