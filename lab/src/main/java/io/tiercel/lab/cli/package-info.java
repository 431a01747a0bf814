/// What every sub-command shares: how it fails.
package io.tiercel.lab.cli;
