import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { appBuild } from './build/chunks.ts'
import { contractData } from './build/contract-data.ts'
import { earlyLinks } from './build/early-links.ts'
import { fonts } from './build/fonts.ts'
import { loaderFirst } from './build/loader-first.ts'
import { onlyForLearners } from './build/precache.ts'
import { runtimes } from './build/runtimes.ts'
import { slimAxios } from './build/slim-axios.ts'
import { slimLibraries } from './build/slim-libraries.ts'
import { workerPaths } from './build/worker-paths.ts'
import { SERVER_PATHS } from './contract/server-paths.ts'
import { texts } from './build/texts.ts'

// Called without the project's own Node the tests would pass on another version than the one that runs the product.
if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('Node 24 is needed: use npm run, or put node_modules/.bin first in PATH')

/** Where `npm run dev` runs the API. */
const API = process.env['DEV_API'] ?? 'http://127.0.0.1:4100'

/** These replace the page's own `location` or hand streams to Node's `Response`: not possible inside a context of jsdom. */
const OF_NODE = [
  'tests/src/app/{startup,pwa/launches}.test.tsx',
  'tests/src/core/pwa/worker-link.test.ts',
  'tests/src/features/notifications/stream.test.ts',
]

const ROOT = import.meta.dirname.replaceAll('\\', '/')

export default defineConfig({
  plugins: [
    contractData(ROOT),
    slimAxios(),
    slimLibraries(),
    runtimes(ROOT),
    texts(ROOT),
    react(),
    fonts(ROOT),
    tailwindcss(),
    loaderFirst(),
    earlyLinks(ROOT),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'public',
      filename: 'sw-custom.js',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['assets/**/*.{js,css}'],
        manifestTransforms: [onlyForLearners],
        rollupFormat: 'iife',
        buildPlugins: { vite: [workerPaths()] },
      },
    }),
  ],
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: API, xfwd: false }])),
  },
  build: {
    manifest: true,
    sourcemap: false,
    ...appBuild(ROOT),
  },
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          // A fresh page for every file from one jsdom: loading it anew took half of the time of these tests.
          pool: 'vmThreads',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          exclude: OF_NODE,
          setupFiles: ['tests/support/web/web-globals.ts', 'tests/support/web/web-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web-of-node',
          environment: 'jsdom',
          include: OF_NODE,
          setupFiles: ['tests/support/web/web-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // The server keeps its state in what a start of it makes, not in its modules: they are loaded once.
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/server/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
        },
      },
    ],
  },
})
