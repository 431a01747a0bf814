/// SRU, Search/Retrieve via URL, versions 1.1, 1.2 and 2.0, over documents: requests as parameters,
/// answers as XML. How they travel is the matter of others. Begin with
/// [io.tiercel.json.sru.SruService].
package io.tiercel.json.sru;
