// Installs one of Debian's packages that tests use. Only as root on a system that has apt-get.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Gives up after `withinMs`, if given, for each of the two steps. The caller looks afterwards whether it worked. */
export const installPackage = (name, withinMs) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${name} from the Debian packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: withinMs }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}
