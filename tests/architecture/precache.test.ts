import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onlyForLearners, PAGES_ON_DEMAND } from '../../build/precache.ts'

const SOURCES = join(import.meta.dirname, '../../src')

describe('what the worker lays down', () => {
  it('given files of learners and of desks, when chosen, then those of desks wait until they are opened', () => {
    const urls = [
      'assets/BuilderPage-a1B2_c-d.js',
      'assets/TopicPage-a1b2c3d4.js',
      'assets/first-a1b2c3d4.css',
    ]
    const { manifest } = onlyForLearners(urls.map((url) => ({ url })))
    expect(manifest.map(({ url }) => url)).toEqual(urls.slice(1))
  })

  it('given the pages that wait, when looked for, then each is a page of the app', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((file) => basename(file))
    expect(PAGES_ON_DEMAND.filter((page) => !files.includes(`${page}.tsx`))).toEqual([])
  })
})
