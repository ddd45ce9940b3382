/** 300 names in three scripts, and mixed ones: conjuncts, matras, marks, ligatures and diacritics. */
const LATIN = {
  given:
    'Ananya José Zoë Łukasz Nguyễn Søren Ağaoğlu Jiří François Þórdís Fiona Affonso Ștefan Māia Ćedomir Iñaki Ångström Chloë Ünal Tjaša',
  family: 'Krishnamurthy Müller O’Brien García-López Trần',
}
const DEVANAGARI = {
  given:
    'श्रेया अनन्या कृष्ण ज्ञानेश्वर त्र्यंबक द्वारकानाथ प्रज्ञा ऋत्विक शुभ्रा लक्ष्मी विश्वनाथ हृदयेश र्‍हास मार्कण्डेय सिद्धार्थ रुक्मिणी चंद्रकांत ईश्वरी गार्गी बुद्धदेव',
  family: 'द्विवेदी शर्मा श्रीवास्तव कुलकर्णी चट्टोपाध्याय',
}
const ARABIC = {
  given:
    'شيماء محمّد عبدالله فاطمة إبراهيم آمنة خديجة يوسف عليّ لؤلؤة مؤمن هيثم ضحى رؤى طه سلمى نجلاء بشرى عائشة قُصيّ',
  family: 'الحسيني عبدالرحمن الخالدي بن‌سلمان اللؤلؤي',
}

const combined = ({ given, family }: { given: string; family: string }): string[] =>
  given.split(' ').flatMap((first) => family.split(' ').map((last) => `${first} ${last}`))

const [latin, devanagari, arabic] = [combined(LATIN), combined(DEVANAGARI), combined(ARABIC)]

/** A Latin name with one of another script behind it. */
export const names = {
  latin,
  devanagari,
  arabic,
  mixed: latin.map(
    (name, index) => `${name.split(' ')[0]} ${(index % 2 === 0 ? arabic : devanagari)[index]?.split(' ')[1]}`,
  ),
}
