import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CHUNK_BYTES } from '#contract/files/uploads.ts'
import {
  beginPackage,
  exportCourse,
  getPackage,
  importPackage,
  lookAtPackage,
  sendPackagePiece,
  type PackageReport,
} from '#contract/course-import/course-import.ts'
import { cutStart } from '#contract/text/truncate.ts'
import { PACKAGE_MAX_BYTES } from '#contract/course-import/packages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { startUpload, type Upload, type UploadServer, type UploadState } from '#src/core/editing/upload.ts'
import { builderKeys } from './builder.queries.ts'
import { fingerprintOf, isTransient, wait } from '#src/core/editing/upload-attempts.ts'
import { InvalidFileError } from './upload-file.ts'

/** Uploads a package. Its result is the report of what an import would create. */
export const uploadPackage = (
  file: File,
  onState: (state: UploadState<PackageReport>) => void,
): Upload | null => {
  if (file.size > 0 && file.size <= PACKAGE_MAX_BYTES)
    return startUpload({ file, server: serverFor(file), onState, isTransient, wait })
  onState({ phase: 'failed', error: new InvalidFileError(file.size > 0 ? 'size' : 'empty') })
  return null
}

const serverFor = (file: File): UploadServer<PackageReport> => {
  const params = (packageId: string) => ({ params: { packageId } })
  return {
    begin: async (signal) => {
      const body = { name: cutStart(file.name, 255), size: file.size, fingerprint: fingerprintOf(file) }
      const { package_id: id, offset } = await authedCall(beginPackage, { body, signal })
      return { id, offset, chunkBytes: CHUNK_BYTES }
    },
    offset: async (id, signal) => (await authedCall(getPackage, { ...params(id), signal })).offset,
    send: async (id, offset, chunk, signal) => {
      const data = await toBase64(chunk)
      return (await authedCall(sendPackagePiece, { ...params(id), body: { offset, data }, signal })).offset
    },
    finish: (id, signal) => authedCall(lookAtPackage, { ...params(id), signal }),
  }
}

export const useImportPackage = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ packageId, title }: { packageId: string; title: string }) =>
      authedCall(importPackage, { params: { packageId }, body: { title } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: builderKeys.lists }),
  })
}

/** Exports the saved course, so it waits until everything is saved. */
export const useExportCourse = (courseId: number, whenSaved: () => Promise<void>) =>
  useMutation({
    mutationFn: async () => {
      await whenSaved()
      return authedCall(exportCourse, { params: { courseId } })
    },
  })
