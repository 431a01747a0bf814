/// What every sub-command shares: how it fails, and the version it is of.
package io.tiercel.lab.cli;
