/// `tiercel sru`: a catalogue that answers SRU by HTTP. Begin with [io.tiercel.lab.sru.SruServer].
package io.tiercel.lab.sru;
