// The clients' libraries, libcurl and libnats, which the first node of a process loads: nothing is
// linked, so a program that could be a node starts where they are absent. Nothing may be called of
// one that is not there.

#if Cluster
import CCurl
import CNats

/// What is called of libcurl. Nothing changes it once it is loaded.
let curl = curlLibrary.functions
/// What is called of libnats. Nothing changes it once it is loaded.
let nats = natsLibrary.functions

private let curlLibrary = {
  var functions = ccurl()
  return (isThere: ccurl_load(&functions) == 1, functions: functions)
}()

private let natsLibrary = {
  var functions = cnats()
  return (isThere: cnats_load(&functions) == 1, functions: functions)
}()

/// The libraries that a node needs.
public enum EngineLibraries {
  /// Those that are not here, as Debian calls them.
  public static var missing: [String] {
    (curlLibrary.isThere ? [] : ["libcurl4"]) + (natsLibrary.isThere ? [] : ["libnats3.4"])
  }
}
#endif
