import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useExport } from '../api/results.queries.ts'
import type { ResultFilters } from '../model/result-filters.ts'

/** Downloads all learners of the filters as a spreadsheet file. */
export const ExportButton = ({ itemId, filters }: { itemId: number; filters: ResultFilters }) => {
  const { t } = useTranslation('grading/lessons')
  const notify = useNotify()
  const exportQuery = useExport(itemId)
  const save = () =>
    exportQuery.mutate(filters, {
      onSuccess: ({ file_name: name, csv, rows }) => {
        saveFile(name, csv, 'text/csv')
        notify({ kind: 'success', title: t('export.done', { count: rows }) })
      },
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('export.failed')) }),
    })
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" size={18} />}
      pending={exportQuery.isPending}
      onClick={save}
    >
      {t('export.button')}
    </Button>
  )
}
