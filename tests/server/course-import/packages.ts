/** Packages on their way to the server, and courses on their way out of it. */
import { createHash } from 'node:crypto'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { CHUNK_BYTES } from '#contract/course-builder/course-builder.ts'
import type { BuilderWorld } from '../course-builder/world.ts'

interface Standing {
  package_id: string
  offset: number
}

export const packagesOf = (world: BuilderWorld, user = world.tara) => {
  const begin = (bytes: Buffer, name = 'package.zip') =>
    world.ask<Standing>(user, 'POST', '/admin/packages/', {
      name,
      size: bytes.length,
      fingerprint: createHash('sha256').update(bytes).digest('base64url'),
    })
  const send = (id: string, offset: number, piece: Buffer) =>
    world.ask<Standing & { code?: string }>(user, 'PATCH', `/admin/packages/${id}/`, {
      offset,
      data: piece.toString('base64'),
    })
  const upload = async (bytes: Buffer): Promise<string> => {
    const { body } = await begin(bytes)
    for (let at = body.offset; at < bytes.length; at += CHUNK_BYTES)
      await send(body.package_id, at, bytes.subarray(at, at + CHUNK_BYTES))
    return body.package_id
  }
  const look = async (id: string) =>
    (await world.ask<PackageReport>(user, 'POST', `/admin/packages/${id}/report/`)).body
  const take = (id: string, title = 'Imported') =>
    world.ask<{ course_id: number; code?: string; detail?: string }>(
      user,
      'POST',
      `/admin/packages/${id}/course/`,
      { title },
    )
  /** The course as the one file that people fetch. */
  const fetchCourse = async (courseId: number): Promise<Buffer> => {
    const { body } = await world.ask<{ url: string }>(user, 'POST', `/admin/courses/${courseId}/export/`)
    return (await world.server.app.inject({ method: 'GET', url: body.url })).rawPayload
  }
  return { begin, send, upload, look, take, fetchCourse }
}
