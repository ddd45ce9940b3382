import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CHUNK_BYTES } from '#contract/course-builder/course-builder.ts'
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
import { startUpload, type Upload, type UploadServer, type UploadState } from '../model/upload.ts'
import { builderKeys } from './builder.queries.ts'
import { base64Of, fingerprintOf, isPassing, UnfitFile, wait } from './upload-file.ts'

/** A package on its way; what it would become is its result. */
export const uploadPackage = (
  file: File,
  onState: (state: UploadState<PackageReport>) => void,
): Upload | null => {
  if (file.size > 0 && file.size <= PACKAGE_MAX_BYTES)
    return startUpload({ file, server: serverFor(file), onState, isPassing, wait })
  onState({ phase: 'failed', error: new UnfitFile(file.size > 0 ? 'size' : 'empty') })
  return null
}

const serverFor = (file: File): UploadServer<PackageReport> => {
  const at = (packageId: string) => ({ params: { packageId } })
  return {
    begin: async (signal) => {
      const body = { name: cutStart(file.name, 255), size: file.size, fingerprint: fingerprintOf(file) }
      const { package_id: id, offset } = await authedCall(beginPackage, { body, signal })
      return { id, offset, chunkBytes: CHUNK_BYTES }
    },
    offset: async (id, signal) => (await authedCall(getPackage, { ...at(id), signal })).offset,
    send: async (id, offset, piece, signal) => {
      const data = await base64Of(piece)
      return (await authedCall(sendPackagePiece, { ...at(id), body: { offset, data }, signal })).offset
    },
    finish: (id, signal) => authedCall(lookAtPackage, { ...at(id), signal }),
  }
}

export const useImportPackage = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ packageId, title }: { packageId: string; title: string }) =>
      authedCall(importPackage, { params: { packageId }, body: { title } }),
    onSuccess: () => client.invalidateQueries({ queryKey: builderKeys.lists }),
  })
}

/** What is exported is what stands in the editor: it is saved first. */
export const useExportCourse = (courseId: number, saved: () => Promise<void>) =>
  useMutation({
    mutationFn: async () => {
      await saved()
      return authedCall(exportCourse, { params: { courseId } })
    },
  })
