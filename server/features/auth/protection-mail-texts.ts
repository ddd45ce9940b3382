import type { Language } from '#contract/languages.ts'
import type { Mail } from './mail.ts'

/** Mails about the protection of an account: second steps and new devices. */
export const protectionMailTexts = {
  en: {
    two_step_reset: {
      subject: 'Two-step sign-in was reset for your account at {tenant}',
      paragraphs: [
        'an administrator of {tenant} just removed the second steps of your account and signed you out on all devices. You can sign in with your password and set them up again.',
        'If you did not ask for this, please tell our support.',
      ],
    },
    passkey_added: {
      subject: 'A passkey was added to your account at {tenant}',
      paragraphs: [
        'a passkey was just added to your account at {tenant}. You can now sign in with it.',
        'If this was not you, choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account at {tenant}',
      paragraphs: [
        'a passkey was just removed from your account at {tenant}.',
        'If this was not you, choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    two_step_on: {
      subject: 'Two-step sign-in is on for your account at {tenant}',
      paragraphs: [
        'two-step sign-in was just turned on for your account at {tenant}. From now on you also need your authenticator app to sign in.',
        'If this was not you, choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    two_step_off: {
      subject: 'Two-step sign-in is off for your account at {tenant}',
      paragraphs: [
        'the authenticator app was just removed from your account at {tenant}.',
        'If this was not you, choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    recovery_code_used: {
      subject: 'A recovery code was used for your account at {tenant}',
      paragraphs: [
        'somebody just signed in to your account at {tenant} with one of your recovery codes. Each code works once.',
        'If you lost your phone, set up two-step sign-in again in your profile. If this was not you, choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    recovery_codes_renewed: {
      subject: 'You have new recovery codes at {tenant}',
      paragraphs: [
        'new recovery codes were just made for your account at {tenant}. The old ones no longer work.',
        'If this was not you, choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    new_device: {
      subject: 'New sign-in to your account at {tenant}',
      paragraphs: [
        'your account at {tenant} was just used on a device that we have not seen before: {device}.',
        'If this was you, there is nothing to do. If not, choose “Forgot password” on the sign-in page right away; that signs out all devices.',
      ],
    },
  },
  hi: {
    two_step_reset: {
      subject: '{tenant} पर आपके खाते का टू-स्टेप साइन-इन रीसेट हुआ',
      paragraphs: [
        '{tenant} के किसी एडमिन ने अभी आपके खाते के दूसरे चरण हटा दिए और आपको सभी डिवाइसों से साइन आउट कर दिया। आप अपने पासवर्ड से साइन इन करके इन्हें फिर से सेट कर सकते हैं।',
        'अगर आपने इसके लिए नहीं कहा था, तो कृपया हमारी सहायता टीम को बताएँ।',
      ],
    },
    passkey_added: {
      subject: '{tenant} पर आपके खाते में एक पासकी जोड़ी गई',
      paragraphs: [
        '{tenant} पर आपके खाते में अभी एक पासकी जोड़ी गई। अब आप इससे साइन इन कर सकते हैं।',
        'अगर यह आपने नहीं किया, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    passkey_removed: {
      subject: '{tenant} पर आपके खाते से एक पासकी हटाई गई',
      paragraphs: [
        '{tenant} पर आपके खाते से अभी एक पासकी हटाई गई।',
        'अगर यह आपने नहीं किया, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    two_step_on: {
      subject: '{tenant} पर आपके खाते में टू-स्टेप साइन-इन चालू है',
      paragraphs: [
        '{tenant} पर आपके खाते में अभी टू-स्टेप साइन-इन चालू किया गया। अब साइन इन करने के लिए आपको अपने ऑथेंटिकेटर ऐप की भी ज़रूरत होगी।',
        'अगर यह आपने नहीं किया, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    two_step_off: {
      subject: '{tenant} पर आपके खाते में टू-स्टेप साइन-इन बंद है',
      paragraphs: [
        '{tenant} पर आपके खाते से अभी ऑथेंटिकेटर ऐप हटाया गया।',
        'अगर यह आपने नहीं किया, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    recovery_code_used: {
      subject: '{tenant} पर आपके खाते के लिए एक रिकवरी कोड इस्तेमाल हुआ',
      paragraphs: [
        'अभी किसी ने आपके एक रिकवरी कोड से {tenant} पर आपके खाते में साइन इन किया। हर कोड एक ही बार काम करता है।',
        'अगर आपका फ़ोन खो गया है, तो अपनी प्रोफ़ाइल में टू-स्टेप साइन-इन फिर से सेट करें। अगर यह आप नहीं थे, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    recovery_codes_renewed: {
      subject: '{tenant} पर आपके नए रिकवरी कोड बने हैं',
      paragraphs: [
        '{tenant} पर आपके खाते के लिए अभी नए रिकवरी कोड बनाए गए। पुराने कोड अब काम नहीं करेंगे।',
        'अगर यह आपने नहीं किया, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    new_device: {
      subject: '{tenant} पर आपके खाते में नया साइन-इन',
      paragraphs: [
        '{tenant} पर आपका खाता अभी एक ऐसे डिवाइस पर इस्तेमाल हुआ जिसे हमने पहले नहीं देखा: {device}।',
        'अगर यह आप ही थे, तो कुछ करने की ज़रूरत नहीं है। अगर नहीं, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें; इससे सभी डिवाइस साइन आउट हो जाएँगे।',
      ],
    },
  },
  ar: {
    two_step_reset: {
      subject: 'أُعيد ضبط تسجيل الدخول بخطوتين لحسابك في {tenant}',
      paragraphs: [
        'أزال أحد مسؤولي {tenant} للتو الخطوات الثانية من حسابك وسجّل خروجك من جميع الأجهزة. يمكنك تسجيل الدخول بكلمة مرورك وإعدادها من جديد.',
        'إذا لم تطلب ذلك فأبلغ فريق الدعم.',
      ],
    },
    passkey_added: {
      subject: 'أُضيف مفتاح مرور إلى حسابك في {tenant}',
      paragraphs: [
        'أُضيف للتو مفتاح مرور إلى حسابك في {tenant}، ويمكنك الآن تسجيل الدخول به.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    passkey_removed: {
      subject: 'أُزيل مفتاح مرور من حسابك في {tenant}',
      paragraphs: [
        'أُزيل للتو مفتاح مرور من حسابك في {tenant}.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    two_step_on: {
      subject: 'فُعّل تسجيل الدخول بخطوتين لحسابك في {tenant}',
      paragraphs: [
        'فُعّل للتو تسجيل الدخول بخطوتين لحسابك في {tenant}. ستحتاج من الآن إلى تطبيق المصادقة أيضًا عند تسجيل الدخول.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    two_step_off: {
      subject: 'أُوقف تسجيل الدخول بخطوتين لحسابك في {tenant}',
      paragraphs: [
        'أُزيل للتو تطبيق المصادقة من حسابك في {tenant}.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    recovery_code_used: {
      subject: 'استُخدم رمز استرداد لحسابك في {tenant}',
      paragraphs: [
        'سجّل شخص ما الدخول للتو إلى حسابك في {tenant} بأحد رموز الاسترداد. كل رمز يُستخدم مرة واحدة.',
        'إذا فقدت هاتفك فأعد إعداد تسجيل الدخول بخطوتين في ملفك الشخصي. وإذا لم تكن أنت فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    recovery_codes_renewed: {
      subject: 'لديك رموز استرداد جديدة في {tenant}',
      paragraphs: [
        'أُنشئت للتو رموز استرداد جديدة لحسابك في {tenant}، ولم تعد الرموز القديمة صالحة.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    new_device: {
      subject: 'تسجيل دخول جديد إلى حسابك في {tenant}',
      paragraphs: [
        'استُخدم حسابك في {tenant} للتو على جهاز لم نره من قبل: {device}.',
        'إذا كنت أنت فلا يلزمك فعل شيء. وإذا لم تكن أنت فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول؛ فذلك يسجّل الخروج من جميع الأجهزة.',
      ],
    },
  },
} satisfies Record<
  Language,
  Partial<Record<Mail['kind'], { subject: string; paragraphs: readonly string[] }>>
>
