import { useTranslation } from 'react-i18next'
import type { StudentImport } from '#contract/students/imports.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { errorFile } from '../../api/imports.queries.ts'

/** The rows with problems, to correct and import again. */
export const ErrorFile = ({ file }: { file: StudentImport }) => {
  const { t } = useTranslation('students/import')
  if (file.problems === 0) return null
  return (
    <div className="max-sm:w-full max-sm:*:w-full">
      <ExportButton
        exportFile={() => errorFile(file.id)}
        texts={{
          button: t('errorFile.button'),
          failed: t('errorFile.failed'),
          done: (count) => t('errorFile.done', { count }),
        }}
      />
    </div>
  )
}
