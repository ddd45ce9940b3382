import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { dismissIosPrompt, forgetIosDismissals, putOffIosPrompt } from '#src/core/pwa/ios-prompt.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IosPrompt } from '../pwa/IosPrompt.tsx'
import { deviceGroups } from '../pwa/qa/device-groups.ts'
import { QaPage } from '../pwa/qa/QaPage.tsx'

type Done = 'temporaryDone' | 'permanentDone' | 'resetDone'

/** /ios-pwa-test: the device, and both dismissals to set and to take back (spec §2). */
export const IosPwaTestPage = () => {
  const { t } = useTranslation('pwa')
  const language = useLanguage()
  const [shown, setShown] = useState(false)
  const [{ done, at }, setSeen] = useState<{ done: Done | null; at: number }>(() => ({
    done: null,
    at: Date.now(),
  }))
  const action = (act: () => void, said: Done) => () => {
    act()
    setShown(false)
    setSeen({ done: said, at: Date.now() })
  }
  const later = action(putOffIosPrompt, 'temporaryDone')
  const never = action(dismissIosPrompt, 'permanentDone')
  return (
    <QaPage
      title={t('qa.iosTitle')}
      text={t('qa.iosText')}
      other={{ to: paths.pwaTest, label: t('qa.toPwa') }}
      hint={t('qa.dismissHint')}
      said={done && t(`qa.${done}`)}
      actions={
        <>
          <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'qa.actHide' : 'qa.actShow')}
          </Button>
          <Button variant="secondary" onClick={later}>
            {t('qa.actTemporary')}
          </Button>
          <Button variant="secondary" onClick={never}>
            {t('qa.actPermanent')}
          </Button>
          <Button variant="secondary" onClick={action(forgetIosDismissals, 'resetDone')}>
            {t('qa.actReset')}
          </Button>
        </>
      }
      groups={deviceGroups(t, language, at)}
    >
      {shown && <IosPrompt onGotIt={later} onNever={never} />}
    </QaPage>
  )
}
