/** The settings table of the README, generated from the settings. `node scripts/settings-table.ts` rewrites it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '#server/core/settings.ts'

const README = join(import.meta.dirname, '..', 'README.md')
const BEGIN = '<!-- settings:begin -->'
const END = '<!-- settings:end -->'

export const settingsTable = (): string =>
  [
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...settings.map(
      ({ name, defaultValue, meaning }) =>
        `| \`${name}\` | ${defaultValue === null ? '–' : `\`${defaultValue}\``} | ${meaning} |`,
    ),
  ].join('\n')

/** The table in the README without the formatter's padding. */
export const tableInReadme = (text = readFileSync(README, 'utf8')): string =>
  text
    .slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END))
    .trim()
    .split('\n')
    .map((row) => row.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ').replaceAll(/-{3,}/g, '---'))
    .join('\n')

if (process.argv[1] === import.meta.filename) {
  const text = readFileSync(README, 'utf8')
  writeFileSync(
    README,
    `${text.slice(0, text.indexOf(BEGIN) + BEGIN.length)}\n\n${settingsTable()}\n\n${text.slice(text.indexOf(END))}`,
  )
}
