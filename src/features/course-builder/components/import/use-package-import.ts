import { useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { uploadPackage, useImportPackage } from '../../api/package.mutations.ts'
import { advanceImport, initialImport, isImportBusy } from '../../model/package-import.ts'
import type { Upload } from '#src/core/editing/upload.ts'

/** The shell of model/package-import.ts: uploads the file, imports it and opens the new course. */
export const usePackageImport = (onDone: () => void) => {
  const { t } = useTranslation('course-builder/import')
  const navigate = useNavigate()
  const notify = useNotify()
  const [state, dispatch] = useReducer(advanceImport, initialImport)
  const upload = useRef<Upload | null>(null)
  const { mutate } = useImportPackage()
  const isBusy = isImportBusy(state)
  useEffect(() => () => upload.current?.stop(), [])
  useEffect(() => (isBusy ? registerBusy('upload') : undefined), [isBusy])
  return {
    state,
    isBusy,
    start: (file: File) => {
      dispatch({ type: 'fileChosen', name: file.name, size: file.size })
      upload.current = uploadPackage(file, (next) => dispatch({ type: 'uploadChanged', upload: next }))
    },
    startOver: () => {
      upload.current?.stop()
      dispatch({ type: 'startedOver' })
    },
    changeTitle: (title: string) => dispatch({ type: 'titleChanged', title }),
    importPackage: (packageId: string, title: string) => {
      dispatch({ type: 'importStarted' })
      mutate(
        { packageId, title },
        {
          onSuccess: ({ course_id: id }) => {
            notify({ kind: 'success', title: t('package.done'), message: title })
            onDone()
            void navigate(adminPaths.course(id))
          },
          onError: (error) => dispatch({ type: 'importFailed', error }),
        },
      )
    },
  }
}
