import { describe, expect, it } from 'vitest'
import { brokenLayers } from './rules/layers.ts'
import { sources } from './rules/sources.ts'

const files = sources(['contract', 'src', 'server'])

describe('layers', () => {
  it('finds no import across layers, features or sides', () => {
    expect(brokenLayers(files)).toEqual([])
  })

  it('control: reads the whole tree', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(files.filter((file) => file.path.startsWith('src/features/')).length).toBeGreaterThan(30)
    expect(files.filter((file) => file.path.startsWith('server/features/')).length).toBeGreaterThan(20)
  })

  it.each([
    ['src/shared/ui/X.tsx', "import { a } from '#src/core/paths.ts'"],
    ['src/core/api/x.ts', "import { a } from '#src/features/auth/index.ts'"],
    ['src/features/auth/x.ts', "import { a } from '#src/features/courses/index.ts'"],
    ['src/features/auth/x.ts', "import { a } from '../courses/model/x.ts'"],
    ['src/features/auth/x.ts', "const a = await import('#src/app/router.tsx')"],
    ['src/app/x.ts', "import { a } from '#src/features/auth/model/x.ts'"],
    ['src/app/x.ts', "import axios from 'axios'"],
    ['src/app/x.ts', "import { a } from '#server/app.ts'"],
    ['server/core/x.ts', "import { a } from '#server/features/auth/index.ts'"],
    ['server/features/auth/x.ts', "import { a } from '../courses/index.ts'"],
    ['server/app.ts', "import { a } from '#src/core/paths.ts'"],
    ['contract/x.ts', "import React from 'react'"],
  ])('control: finds a forbidden import in %s (%s)', (path, text) => {
    expect(brokenLayers([{ path, text }])).toHaveLength(1)
  })
})
