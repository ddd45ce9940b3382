import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  installedLicenceIn,
  integrityProblems,
  isAllowedExpression,
  KNOWN_INSTALL_SCRIPTS,
  licenceProblems,
  nameOf,
  readLock,
  type LockedPackage,
} from '../../scripts/lib/packages.ts'
import { root } from './rules/sources.ts'

const packages = readLock(root)
const entry = (facts: Partial<LockedPackage>) => ({
  'node_modules/planted': {
    version: '1.0.0',
    license: 'MIT',
    integrity: `sha512-${'a'.repeat(86)}==`,
    ...facts,
  },
})

describe('the lock file', () => {
  it('has the hash of each package, no addresses, and no unknown install script', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(500)
    expect(integrityProblems(packages)).toEqual([])
  })

  it('lists only install scripts that still exist', () => {
    const bringing = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(bringing.map(([folder]) => nameOf(folder)).toSorted()).toEqual(
      Object.keys(KNOWN_INSTALL_SCRIPTS).toSorted(),
    )
  })

  it.each([
    ['no hash', { integrity: undefined as unknown as string }],
    ['a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['an address', { resolved: 'git+ssh://git@example.org/planted.git#main' }],
    ['an install script', { hasInstallScript: true }],
  ])('control: finds a package with %s', (_name, facts) => {
    expect(integrityProblems(entry(facts))).toHaveLength(1)
  })
})

describe('npm', () => {
  it('runs no install script of any package', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })

  it('installs what the lock file says and nothing else', () => {
    const installer = readFileSync(join(root, 'scripts/lib/install.mjs'), 'utf8')
    expect(installer.match(/spawnSync\('npm', \['(\w+)'/)?.[1]).toBe('ci')
    expect(installer).not.toContain('--no-ignore-scripts')
  })
})

describe('licences', () => {
  it('are allowed for each package, and the same in the lock file and the package', () => {
    expect(licenceProblems(packages, installedLicenceIn(root))).toEqual([])
  })

  it.each([
    ['AGPL-3.0-only', 1],
    ['MIT AND GPL-3.0-only', 1],
    ['LGPL-3.0-or-later', 1],
    ['SEE LICENSE IN LICENSE.md', 1],
    ['', 1],
    ['(GPL-2.0-only OR MIT)', 0],
  ])('control: judges %s', (license, problems) => {
    expect(licenceProblems(entry({ license }))).toHaveLength(problems)
  })

  it('control: finds a package that says another licence than the lock file', () => {
    expect(licenceProblems(entry({}), () => 'AGPL-3.0-only')).toHaveLength(1)
  })

  it.each([
    ['A', true],
    ['A AND B', false],
    ['A OR B', true],
    ['B OR (A AND A)', true],
    ['B OR A AND B', false],
    ['(A', false],
    ['A A', false],
  ])('reads the expression %s', (expression, expected) => {
    expect(isAllowedExpression(expression, (licence) => licence === 'A')).toBe(expected)
  })
})

describe('npm run sbom', () => {
  it('lists each package of the lock file with its licence and hash', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: { sbom: string }
    }
    const [command = '', ...args] = scripts.sbom.split(' ')
    const { stdout } = spawnSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 50_000_000,
      shell: process.platform === 'win32',
    })
    const sbom = JSON.parse(stdout) as {
      bomFormat: string
      components: { name: string; version: string; hashes?: unknown[]; licenses?: unknown[] }[]
    }
    const listed = sbom.components.map(({ name, version }) => `${name}@${version}`)
    const locked = Object.entries(packages).map(
      ([folder, { name = nameOf(folder), version }]) => `${name}@${version}`,
    )

    expect(sbom.bomFormat).toBe('CycloneDX')
    expect(listed.toSorted()).toEqual([...new Set(locked)].toSorted())
    expect(sbom.components.filter(({ hashes, licenses }) => !hashes || !licenses)).toEqual([])
  })
})
