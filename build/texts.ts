/**
 * One module for each language and area of texts, so that a page fetches one file of texts and not one for each
 * `locales/<language>.json`. `virtual:texts` lists them: `player/hi` loads `{ 'courses/learning': {...}, ... }`.
 */
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { areaOf } from '../src/app/texts/areas.ts'

const LIST = 'virtual:texts'
const FILES = [
  'src/app/locales/*.json',
  'src/app/pwa/locales/*.json',
  'src/features/**/locales/**/*.json',
  'src/shared/locales/**/*.json',
]

/** `src/features/courses/locales/catalogue/hi.json` holds `courses/catalogue` in `hi`. */
const nameOf = (file: string) => {
  const [, folder = '', below = '', language = ''] =
    /^src\/(.+)\/locales\/(.+\/)?(\w+)\.json$/.exec(file) ?? []
  return { language, namespace: `${folder.replace(/^.*\//, '')}/${below}`.replace(/\/$/, '') }
}

/** The files of each area and language, by namespace. */
const readAreas = (root: string) => {
  const areas = new Map<string, Map<string, string>>()
  for (const path of globSync(FILES, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()) {
    const { language, namespace } = nameOf(path)
    const key = `${areaOf(namespace)}/${language}`
    const files = areas.get(key) ?? new Map<string, string>()
    areas.set(key, files.set(namespace, `${root}/${path}`))
  }
  return areas
}

export const texts = (root: string): Plugin => ({
  name: 'texts',
  resolveId: { filter: { id: /^virtual:texts/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:texts/ },
    handler(id) {
      const areas = readAreas(root)
      const [, name] = id.split(`${LIST}/`)
      if (name === undefined) {
        const entries = [...areas.keys()].map((key) => `'${key}': () => import('${LIST}/${key}')`)
        return `export default { ${entries.join(', ')} }`
      }
      const files = [...(areas.get(name) ?? [])]
      for (const [, file] of files) this.addWatchFile(file)
      const namespaces = files.map(
        ([namespace, file]) => `${JSON.stringify(namespace)}: ${readFileSync(file, 'utf8')}`,
      )
      return `export default { ${namespaces.join(', ')} }`
    },
  },
})
