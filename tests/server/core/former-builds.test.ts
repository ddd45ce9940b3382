import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BUILDS_KEPT, keepBuild } from '#server/core/http/page/former-builds.ts'
import { WORKER_OFF_FILE, WORKER_OFF_SCRIPT } from '#server/core/http/page/worker-switch.ts'
import { createTestDist, SCRIPT, type TestDist } from '#tests/support/server/dist.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

/** A build with its own page and entry script, and one chunk shared by all builds. */
const build = (dist: TestDist, version: number) => {
  const assets = join(dist.folder, 'assets')
  for (const name of readdirSync(assets)) rmSync(join(assets, name))
  writeFileSync(
    join(dist.folder, 'index.html'),
    `<html><head></head><script src="/assets/index-${version}.js">`,
  )
  writeFileSync(join(assets, `index-${version}.js`), `console.log(${version})\n`)
  writeFileSync(join(assets, 'vendor-same.js'), SCRIPT)
}

describe('assets of former builds', () => {
  let dist: TestDist
  let folder: string
  beforeEach(async () => {
    dist = await createTestDist()
    folder = mkdtempSync(join(tmpdir(), 'lms-builds-'))
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await dist.remove()
  })
  const kept = () => readdirSync(join(folder, 'assets')).toSorted()

  it('keeps the files of the last three builds, shared ones once', () => {
    for (const version of [1, 2, 3, 4, 5]) {
      build(dist, version)
      keepBuild(dist.folder, folder)
    }

    expect(BUILDS_KEPT).toBe(3)
    expect(kept()).toEqual(['index-3.js', 'index-4.js', 'index-5.js', 'vendor-same.js'])
  })

  it('forgets no build when the same build restarts', () => {
    for (const version of [1, 2, 2, 2, 2]) {
      build(dist, version)
      keepBuild(dist.folder, folder)
    }

    expect(kept()).toEqual(['index-1.js', 'index-2.js', 'vendor-same.js'])
  })

  it('counts a build that returns as the newest', () => {
    for (const version of [1, 2, 3, 1, 4, 5]) {
      build(dist, version)
      keepBuild(dist.folder, folder)
    }

    expect(kept()).toEqual(['index-1.js', 'index-4.js', 'index-5.js', 'vendor-same.js'])
  })

  it('starts over from a truncated list', () => {
    build(dist, 1)
    keepBuild(dist.folder, folder)
    writeFileSync(join(folder, 'list.json'), '[{"id":"ab')
    build(dist, 2)
    keepBuild(dist.folder, folder)

    expect(kept()).toEqual(['index-2.js', 'vendor-same.js'])
  })
})

describe('server after an update', () => {
  let dist: TestDist
  let server: TestServer
  const dataDir = mkdtempSync(join(tmpdir(), 'lms-update-'))
  beforeAll(async () => {
    dist = await createTestDist()
    build(dist, 1)
    keepBuild(dist.folder, join(dataDir, 'builds'))
    build(dist, 2)
    server = await startTestServer({ dist: dist.folder, env: { DATA_DIR: dataDir } })
  })
  afterAll(async () => {
    await server.close()
    await dist.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('serves immutable files of the previous build to an open tab', async () => {
    const old = await server.app.inject('/assets/index-1.js')
    const now = await server.app.inject('/assets/index-2.js')

    expect(old.body).toBe('console.log(1)\n')
    expect(old.headers['cache-control']).toContain('immutable')
    expect(now.body).toBe('console.log(2)\n')
  })

  it('answers 404 and never a page for a file of a deleted build', async () => {
    const gone = await server.app.inject({ url: '/assets/index-0.js', headers: { accept: 'text/html' } })

    expect(gone.statusCode).toBe(404)
    expect(gone.headers['content-type']).not.toContain('text/html')
  })

  it('replaces the service worker while the kill switch exists, and restores it after', async () => {
    const worker = async () => (await server.app.inject('/sw-custom.js')).body
    const own = await worker()
    expect(own).toContain('fetch')

    writeFileSync(join(dataDir, WORKER_OFF_FILE), '')
    expect(await worker()).toBe(WORKER_OFF_SCRIPT)

    rmSync(join(dataDir, WORKER_OFF_FILE))
    expect(await worker()).toBe(own)
  })
})

describe('kill-switch service worker', () => {
  it("deletes only the caches of the app's service worker", async () => {
    const names = ['lms-shell-abc', 'lms-pages', 'lms-runtimes', 'lms-saved-7-12', 'other']
    const handlers = new Map<string, (event: unknown) => void>()
    const unregister = vi.fn<() => Promise<boolean>>(async () => true)
    const skipWaiting = vi.fn<() => void>()
    const self = {
      addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
      registration: { unregister },
      skipWaiting,
    }
    const caches = {
      keys: async () => [...names],
      delete: async (name: string) => names.splice(names.indexOf(name), 1).length > 0,
    }
    runInNewContext(WORKER_OFF_SCRIPT, { self, caches })

    handlers.get('install')?.({})
    const waits: Promise<unknown>[] = []
    handlers.get('activate')?.({ waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)

    expect(skipWaiting).toHaveBeenCalledOnce()
    expect(unregister).toHaveBeenCalledOnce()
    expect(names).toEqual(['lms-saved-7-12', 'other'])
    expect(handlers.has('fetch')).toBe(false)
  })
})
