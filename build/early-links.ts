/**
 * A signed-in person needs the app's files at once, but on a slow line the app learns that only after its first file has
 * arrived and run. A small script that arrives before it preloads them. It contains the file names of this build, so it
 * is written when those are known.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const HASH_CHARACTERS = 8

interface Chunk {
  type: 'chunk'
  fileName: string
  imports: string[]
  moduleIds: string[]
}
type Bundle = Record<string, Chunk | { type: 'asset'; source: string | Uint8Array }>

/** The files that contain these modules, and what they import, without the files of every visit. */
const filesOf = (bundle: Bundle, modules: readonly string[], known: ReadonlySet<string>): string[] => {
  const found = new Set<string>()
  const queue = Object.values(bundle).filter(
    (file): file is Chunk => file.type === 'chunk' && file.moduleIds.some((id) => modules.includes(id)),
  )
  if (queue.length === 0) throw new Error(`early-links: the build has no ${modules.join(', ')}`)
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

interface Files {
  member: string[]
  home: string[]
  staff: string[]
}
/** Runs in the browser. Without access to storage nobody is signed in. */
const script = (files: Files) =>
  `try{if(localStorage.getItem('user')){const f=${JSON.stringify(files)},p=location.pathname;` +
  `for(const n of [...f.member,...(p==='/'||p==='/learn'?f.home:p.startsWith('/admin/')?f.staff:[])]){` +
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
      const member = filesOf(bundle, [`${root}/src/app/MemberRoot.tsx`], known)
      const others = new Set([...known, ...member])
      const source = script({
        member,
        home: filesOf(bundle, [`${root}/src/app/pages/LearningHomePage.tsx`], others),
        staff: filesOf(bundle, [`${root}/src/app/StaffRoutes.tsx`], others),
      })
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
