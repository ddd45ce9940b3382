import type { ImportField } from '#contract/students/imports.ts'

/** Headers as people write them, in English, Hindi and Arabic. */
const NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  email: [
    'email',
    'e mail',
    'mail',
    'email address',
    'e mail address',
    'mail id',
    'email id',
    'ईमेल',
    'ई मेल',
    'ईमेल पता',
    'ईमेल आईडी',
    'البريد',
    'البريد الإلكتروني',
    'بريد إلكتروني',
    'الإيميل',
    'ايميل',
  ],
  name: [
    'name',
    'full name',
    'fullname',
    'student',
    'student name',
    'learner',
    'नाम',
    'पूरा नाम',
    'विद्यार्थी',
    'विद्यार्थी का नाम',
    'छात्र का नाम',
    'الاسم',
    'الاسم الكامل',
    'اسم الطالب',
  ],
  phone: [
    'phone',
    'phone number',
    'telephone',
    'mobile',
    'mobile number',
    'contact number',
    'फ़ोन',
    'फोन',
    'फ़ोन नंबर',
    'फोन नंबर',
    'मोबाइल',
    'मोबाइल नंबर',
    'الهاتف',
    'رقم الهاتف',
    'الجوال',
    'رقم الجوال',
  ],
  language: ['language', 'lang', 'preferred language', 'भाषा', 'اللغة', 'لغة'],
  courses: [
    'course',
    'courses',
    'enrol in',
    'enroll in',
    'कोर्स',
    'पाठ्यक्रम',
    'الدورة',
    'الدورات',
    'دورة',
    'المقرر',
  ],
  groups: [
    'group',
    'groups',
    'class',
    'cohort',
    'batch',
    'section',
    'समूह',
    'कक्षा',
    'बैच',
    'المجموعة',
    'المجموعات',
    'مجموعة',
    'الصف',
    'الدفعة',
  ],
}

const normalize = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.:*()-]+/g, ' ')
    .trim()

const fieldByName = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.map((name) => [normalize(name), field as ImportField] as const),
  ),
)

/** What each column probably is; a field is guessed once, for the first column that looks like it. */
export const guessMapping = (header: readonly string[]): (ImportField | null)[] => {
  const taken = new Set<ImportField>()
  return header.map((title) => {
    const field = fieldByName.get(normalize(title))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}
