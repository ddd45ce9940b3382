import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvsProblems, countsOf, REQUIREMENTS, rowsOf } from './rules/asvs.ts'
import { root } from './rules/sources.ts'

const page = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8')

describe('the ASVS table', () => {
  it('knows the 70 requirements of level 1 and the 183 of level 2', () => {
    const levels = [...REQUIREMENTS.values()]
    expect(levels.filter((level) => level === 1)).toHaveLength(70)
    expect(levels.filter((level) => level === 2)).toHaveLength(183)
  })

  it('has one row with evidence for each of them', () => {
    expect(asvsProblems(page)).toEqual([])
  })

  it('counts its rows', () => {
    const lines = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '))
    expect(countsOf(page).filter((line) => !lines.includes(line))).toEqual([])
  })

  it('control: finds a missing row, a row without a test and a row without a reason', () => {
    const lines = page.split('\n')
    const without = (id: string, edit: (line: string) => string[]) =>
      lines.flatMap((line) => (line.startsWith(`| ${id} `) ? edit(line) : [line])).join('\n')
    expect(asvsProblems(without('V1.2.4', () => []))).toEqual(['V1.2.4 has no row'])
    expect(asvsProblems(without('V1.2.4', (line) => [line, line]))).toEqual(['V1.2.4 has two rows'])
    const untested = (line: string) => [line.replaceAll(/`(?:tests|e2e)\/[^`]+`/g, '')]
    expect(asvsProblems(without('V1.2.4', untested))).toEqual(['V1.2.4 needs a source and a test'])
    const silent = ({ id, level, words }: { id: string; level: string; words: string }) =>
      `| ${id} | ${level} | ${words} | falls short | | |`
    const row = rowsOf(page).find(({ id }) => id === 'V5.4.3')
    expect(row && asvsProblems(without('V5.4.3', () => [silent(row)]))).toEqual(['V5.4.3 needs a reason'])
  })
})
