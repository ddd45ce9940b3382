/**
 * Whoever comes back signed in needs the members' files at once, and on a slow line the app learns of that only after
 * its first file has arrived and run. A few lines that arrive before it ask for them meanwhile. They hold the names of
 * this build's files, so they are written when those are known, and run nothing else.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { languages } from '../contract/languages.ts'

/** Always, and where the home is opened. The home speaks from the courses' texts, English standing in. */
const MEMBER = ['src/app/MemberRoot.tsx']
const HOME = ['src/app/pages/LearningHomePage.tsx']
const HOME_TEXTS = (language: string) => `src/features/courses/locales/${language}.json`
const GUEST_TEXTS = (language: string) => `src/app/locales/${language}.json`
const HASH_CHARACTERS = 8

interface Chunk {
  type: 'chunk'
  fileName: string
  imports: string[]
  moduleIds: string[]
}
type Bundle = Record<string, Chunk | { type: 'asset'; source: string | Uint8Array }>

/** The files that hold these modules and what those import, without the ones that every visit begins with. */
const filesOf = (bundle: Bundle, root: string, modules: readonly string[], known: Set<string>): string[] => {
  const wanted = new Set(modules.map((path) => `${root}/${path}`))
  const found = new Set<string>()
  const queue = Object.values(bundle).filter(
    (file): file is Chunk => file.type === 'chunk' && file.moduleIds.some((id) => wanted.has(id)),
  )
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (known.has(chunk.fileName) || found.has(chunk.fileName)) continue
    found.add(chunk.fileName)
    for (const name of chunk.imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') queue.push(next)
    }
  }
  return [...found]
}

/** Runs in the browser. Storage may be shut, and then nothing is known of anybody. */
const script = (files: { member: string[]; home: string[]; texts: Record<string, string[]> }) =>
  `try{if(localStorage.getItem('user')){const f=${JSON.stringify(files)},p=location.pathname,l=document.documentElement.lang;` +
  `for(const n of new Set([...f.member,...(p==='/'||p==='/learn'?[...f.home,...(f.texts[l]||[])]:[])])){` +
  `const e=document.createElement('link');e.rel='modulepreload';e.crossOrigin='';e.href='/'+n;document.head.append(e)}}}catch{}`

export const earlyLinks = (root: string): Plugin => ({
  name: 'early-links',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, output) {
      const bundle = output as unknown as Bundle
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const html = page.source.toString()
      const known = new Set(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && html.includes(`/${file.fileName}"`) ? [file.fileName] : [],
        ),
      )
      const member = filesOf(bundle, root, MEMBER, known)
      const home = filesOf(bundle, root, HOME, known)
      if (member.length === 0 || home.length === 0)
        throw new Error('early-links: the members\u2019 files are not in the build')
      const texts = Object.fromEntries(
        languages.map((language) => [
          language,
          filesOf(
            bundle,
            root,
            [GUEST_TEXTS(language), HOME_TEXTS(language), HOME_TEXTS('en')],
            new Set([...known, ...member, ...home]),
          ),
        ]),
      )
      const source = script({ member, home, texts })
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, HASH_CHARACTERS)
      const fileName = `assets/early-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
      page.source = html.replace(
        '<script type="module"',
        `<script async src="/${fileName}"></script>\n    <script type="module"`,
      )
    },
  },
})
