/** Helpers that upload and import packages and export courses. */
import { createHash } from 'node:crypto'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { CHUNK_BYTES } from '#contract/files/uploads.ts'
import type { BuilderWorld } from '../course-builder/world.ts'

interface UploadStatus {
  package_id: string
  offset: number
}

export const packagesOf = (world: BuilderWorld, user = world.tara) => {
  const begin = (bytes: Buffer, name = 'package.zip') =>
    world.ask<UploadStatus>(user, 'POST', '/admin/packages/', {
      name,
      size: bytes.length,
      fingerprint: createHash('sha256').update(bytes).digest('base64url'),
    })
  const send = (id: string, offset: number, chunk: Buffer) =>
    world.ask<UploadStatus & { code?: string }>(user, 'PATCH', `/admin/packages/${id}/`, {
      offset,
      data: chunk.toString('base64'),
    })
  const upload = async (bytes: Buffer): Promise<string> => {
    const { body } = await begin(bytes)
    for (let position = body.offset; position < bytes.length; position += CHUNK_BYTES)
      await send(body.package_id, position, bytes.subarray(position, position + CHUNK_BYTES))
    return body.package_id
  }
  const inspect = async (id: string) =>
    (await world.ask<PackageReport>(user, 'POST', `/admin/packages/${id}/report/`)).body
  const importCourse = (id: string, title = 'Imported') =>
    world.ask<{ course_id: number; code?: string; detail?: string }>(
      user,
      'POST',
      `/admin/packages/${id}/course/`,
      { title },
    )
  /** Exports the course and downloads the file. */
  const fetchCourse = async (courseId: number): Promise<Buffer> => {
    const { body } = await world.ask<{ url: string }>(user, 'POST', `/admin/courses/${courseId}/export/`)
    return (await world.server.app.inject({ method: 'GET', url: body.url })).rawPayload
  }
  return { begin, send, upload, inspect, importCourse, fetchCourse }
}
