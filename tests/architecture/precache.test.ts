import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onlyForLearners, PAGES_ON_DEMAND } from '../../build/precache.ts'

const SOURCES = join(import.meta.dirname, '../../src')

describe('precache list', () => {
  it('contains learners’ files and no staff pages', () => {
    const urls = [
      'assets/BuilderPage-a1B2_c-d.js',
      'assets/TopicPage-a1b2c3d4.js',
      'assets/first-a1b2c3d4.css',
    ]
    const { manifest } = onlyForLearners(urls.map((url) => ({ url })))
    expect(manifest.map(({ url }) => url)).toEqual(urls.slice(1))
  })

  it('leaves out only pages that exist', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((file) => basename(file))
    expect(PAGES_ON_DEMAND.filter((page) => !files.includes(`${page}.tsx`))).toEqual([])
  })
})
