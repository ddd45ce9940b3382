import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { saveAddress, saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { exportFile, resumesFile } from '../api/recruiting.queries.ts'

/** The applications as a spreadsheet, and their résumés as one file. */
export const DownloadMenu = ({ jobId }: { jobId: number }) => {
  const { t } = useTranslation('recruiting')
  const notify = useNotify()
  const onError = (error: unknown) =>
    notify({ kind: 'error', title: errorText(error, t('board.exportFailed')) })
  const table = useMutation({
    mutationFn: () => exportFile(jobId),
    onSuccess: ({ file_name: name, csv, rows }) => {
      saveFile(name, csv, 'text/csv')
      notify({ kind: 'success', title: t('board.exported', { count: rows }) })
    },
    onError,
  })
  const resumes = useMutation({
    mutationFn: () => resumesFile(jobId),
    onSuccess: ({ url, name }) => saveAddress(url, name),
    onError,
  })
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="secondary"
          icon={<Download aria-hidden="true" size={18} />}
          pending={table.isPending || resumes.isPending}
        >
          {t('board.download')}
        </Button>
      }
      items={[
        { id: 'csv', label: t('board.export'), onSelect: () => table.mutate() },
        { id: 'zip', label: t('board.resumes'), onSelect: () => resumes.mutate() },
      ]}
    />
  )
}
