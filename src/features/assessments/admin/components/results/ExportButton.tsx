import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useExport } from '../../api/results.mutations.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import type { ResultFilters } from '../../model/result-filters.ts'

/** Exports the filtered attempts as a file. */
export const ExportButton = ({ assessmentId, filters }: { assessmentId: number; filters: ResultFilters }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const exportAttempts = useExport(assessmentId)
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" size={18} />}
      pending={exportAttempts.isPending}
      onClick={() =>
        exportAttempts.mutate(filters, {
          onSuccess: ({ file_name: name, csv, rows }) => {
            saveFile(name, csv, 'text/csv')
            notify({ kind: 'success', title: t('export.done', { count: rows }) })
          },
          onError: (error) => notify({ kind: 'error', title: errorText(error, t('export.failed')) }),
        })
      }
    >
      {t('export.button')}
    </Button>
  )
}
