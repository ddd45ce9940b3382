import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { copyText, reportText, type Group } from './report.ts'

/** Copies everything that the page shows; says whether the browser let it. */
export const CopyReport = ({ title, groups }: { title: string; groups: readonly Group[] }) => {
  const { t } = useTranslation('pwa')
  const [said, setSaid] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = async () => setSaid((await copyText(reportText(title, groups))) ? 'copied' : 'copyFailed')
  return (
    <>
      <Button
        variant="secondary"
        icon={<Copy aria-hidden="true" size={18} />}
        disabled={groups.length === 0}
        onClick={() => void copy()}
      >
        {t('qa.copy')}
      </Button>
      <p role="status" className="basis-full text-sm text-ink-muted empty:hidden">
        {said && t(`qa.${said}`)}
      </p>
    </>
  )
}
