import { sharedOptionsQuestion, type DemoQuestion } from './kit.ts'

/** Numbers: percentages, rates, ratios, counting, geometry. A test computes every answer again from the prompt. */
export const quantitative: readonly DemoQuestion[] = [
  sharedOptionsQuestion(
    'percent-of',
    'easy',
    ['36', '24', '30', '42'],
    ['What is 15% of 240?', '15% is 15 hundredths: 240 × 15 / 100 = 36.'],
    ['240 का 15% कितना होता है?', '15% यानी सौ में से 15: 240 × 15 / 100 = 36।'],
    ['ما قيمة 15% من 240؟', '15% تعني 15 جزءًا من مئة: 240 × 15 / 100 = 36.'],
  ),
  sharedOptionsQuestion(
    'discount',
    'easy',
    ['600', '200', '775', '625'],
    [
      'A bag is marked at 800 and sold with a discount of 25%. What does the buyer pay?',
      'A quarter of 800 is 200, so 800 − 200 = 600 is paid.',
    ],
    [
      'एक थैले पर 800 अंकित है और वह 25% की छूट पर बिकता है। ख़रीदार कितना चुकाता है?',
      '800 का चौथाई 200 है, इसलिए 800 − 200 = 600 चुकाने होंगे।',
    ],
    [
      'حقيبة ثمنها المعلن 800 وتُباع بخصم 25%. كم يدفع المشتري؟',
      'ربع 800 هو 200، فيدفع المشتري 800 − 200 = 600.',
    ],
  ),
  sharedOptionsQuestion(
    'average-four',
    'easy',
    ['21', '20', '22', '24'],
    ['What is the average of 12, 18, 24 and 30?', 'The sum is 84, and 84 / 4 = 21.'],
    ['12, 18, 24 और 30 का औसत क्या है?', 'योग 84 है और 84 / 4 = 21।'],
    ['ما متوسط الأعداد 12 و18 و24 و30؟', 'المجموع 84، و84 / 4 = 21.'],
  ),
  sharedOptionsQuestion(
    'train-length',
    'medium',
    ['300', '1080', '150', '240'],
    [
      'A train running at 72 km/h passes a pole in 15 seconds. How long is the train, in metres?',
      '72 km/h is 20 metres a second; in 15 seconds that makes 300 metres.',
    ],
    [
      '72 किमी/घंटा की चाल से चलती रेलगाड़ी एक खंभे को 15 सेकंड में पार करती है। रेलगाड़ी कितने मीटर लंबी है?',
      '72 किमी/घंटा यानी 20 मीटर प्रति सेकंड; 15 सेकंड में 300 मीटर।',
    ],
    [
      'قطار سرعته 72 كم/س يتجاوز عمودًا في 15 ثانية. كم مترًا طول القطار؟',
      '72 كم/س تساوي 20 مترًا في الثانية، وفي 15 ثانية تصبح 300 متر.',
    ],
  ),
  sharedOptionsQuestion(
    'simple-interest',
    'easy',
    ['1200', '400', '1299', '6200'],
    [
      'How much simple interest do 5000 earn at 8% a year in 3 years?',
      'One year earns 400; 3 years earn 3 × 400 = 1200.',
    ],
    ['5000 पर 8% वार्षिक दर से 3 वर्ष में कितना साधारण ब्याज मिलेगा?', 'एक वर्ष में 400; 3 वर्ष में 3 × 400 = 1200।'],
    [
      'كم تبلغ الفائدة البسيطة على 5000 بمعدل 8% سنويًا خلال 3 سنوات؟',
      'فائدة السنة الواحدة 400، وفي 3 سنوات 3 × 400 = 1200.',
    ],
  ),
  sharedOptionsQuestion(
    'ratio-share',
    'easy',
    ['520', '390', '455', '650'],
    [
      'An amount of 910 is shared in the ratio 3 : 4. How much is the larger share?',
      'There are 7 parts of 130 each; 4 × 130 = 520.',
    ],
    ['910 की राशि 3 : 4 के अनुपात में बाँटी जाती है। बड़ा हिस्सा कितना है?', 'कुल 7 भाग हैं, हर भाग 130; 4 × 130 = 520।'],
    ['يُقسم مبلغ 910 بنسبة 3 : 4. كم تبلغ الحصة الكبرى؟', 'عدد الأجزاء 7 وكل جزء 130، إذن 4 × 130 = 520.'],
  ),
  sharedOptionsQuestion(
    'work-together',
    'medium',
    ['4', '9', '6', '3'],
    [
      'Anita finishes a job alone in 12 days, Farid in 6 days. In how many days do they finish it together?',
      'Together they do 1/12 + 1/6 = 1/4 of the job a day, so they need 4 days.',
    ],
    [
      'अनीता एक काम अकेले 12 दिन में और फ़रीद 6 दिन में पूरा करता है। दोनों मिलकर उसे कितने दिन में पूरा करेंगे?',
      'दोनों मिलकर प्रतिदिन 1/12 + 1/6 = 1/4 काम करते हैं, यानी 4 दिन।',
    ],
    [
      'تنجز هدى عملًا وحدها في 12 يومًا وينجزه فريد في 6 أيام. في كم يوم ينجزانه معًا؟',
      'ينجزان معًا كل يوم 1/12 + 1/6 = 1/4 العمل، فيحتاجان إلى 4 أيام.',
    ],
  ),
  sharedOptionsQuestion(
    'round-trip',
    'hard',
    ['24', '25', '26', '20'],
    [
      'A cyclist rides to a lake at 30 km/h and back along the same road at 20 km/h. What is the average speed of the whole ride, in km/h?',
      'For 60 km each way: 2 h + 3 h = 5 h for 120 km, so 24 km/h. The plain mean of the two speeds would be wrong.',
    ],
    [
      'एक साइकिल सवार झील तक 30 किमी/घंटा से जाता है और उसी रास्ते से 20 किमी/घंटा से लौटता है। पूरी यात्रा की औसत चाल किमी/घंटा में क्या है?',
      '60 किमी की दूरी मानें: 2 घंटे + 3 घंटे = 5 घंटे में 120 किमी, यानी 24 किमी/घंटा। दोनों चालों का सीधा औसत ग़लत होगा।',
    ],
    [
      'يذهب درّاج إلى بحيرة بسرعة 30 كم/س ويعود من الطريق نفسه بسرعة 20 كم/س. ما متوسط سرعة الرحلة كلها بوحدة كم/س؟',
      'لو كانت المسافة 60 كم: ساعتان ثم 3 ساعات، أي 120 كم في 5 ساعات، فالمتوسط 24 كم/س. أما متوسط السرعتين المباشر فخطأ.',
    ],
  ),
  sharedOptionsQuestion(
    'profit-percent',
    'easy',
    ['20%', '90%', '16%', '25%'],
    [
      'A book bought for 450 is sold for 540. What is the profit in per cent of the cost?',
      'The profit is 90, and 90 / 450 = 20%.',
    ],
    ['450 में ख़रीदी गई किताब 540 में बेची गई। लागत पर लाभ कितने प्रतिशत है?', 'लाभ 90 है और 90 / 450 = 20%।'],
    ['اشتُري كتاب بمبلغ 450 وبيع بمبلغ 540. ما نسبة الربح من ثمن الشراء؟', 'الربح 90، و90 / 450 = 20%.'],
  ),
  sharedOptionsQuestion(
    'bells',
    'medium',
    ['72', '42', '36', '432'],
    [
      'Two bells ring every 18 and every 24 minutes. They ring together now. After how many minutes do they next ring together?',
      'The least common multiple of 18 and 24 is 72.',
    ],
    [
      'दो घंटियाँ हर 18 और हर 24 मिनट पर बजती हैं। अभी दोनों एक साथ बजीं। अगली बार कितने मिनट बाद एक साथ बजेंगी?',
      '18 और 24 का लघुत्तम समापवर्त्य 72 है।',
    ],
    [
      'جرسان يرن أحدهما كل 18 دقيقة والآخر كل 24 دقيقة، وقد رنّا معًا الآن. بعد كم دقيقة يرنان معًا من جديد؟',
      'المضاعف المشترك الأصغر للعددين 18 و24 هو 72.',
    ],
  ),
  sharedOptionsQuestion(
    'ropes',
    'medium',
    ['42', '21', '14', '63'],
    [
      'Ropes of 84 m and 126 m are cut into equal pieces, as long as possible, with nothing left over. How long is a piece, in metres?',
      'The greatest common divisor of 84 and 126 is 42.',
    ],
    [
      '84 मीटर और 126 मीटर की रस्सियों को बराबर और यथासंभव लंबे टुकड़ों में इस तरह काटा जाता है कि कुछ न बचे। एक टुकड़ा कितने मीटर का है?',
      '84 और 126 का महत्तम समापवर्तक 42 है।',
    ],
    [
      'يُقطع حبلان طولهما 84 م و126 م إلى قطع متساوية بأكبر طول ممكن دون أن يبقى شيء. كم مترًا طول القطعة؟',
      'القاسم المشترك الأكبر للعددين 84 و126 هو 42.',
    ],
  ),
  sharedOptionsQuestion(
    'compound-interest',
    'medium',
    ['12100', '12000', '12200', '11000'],
    [
      'An amount of 10000 grows by 10% a year, interest being added at the end of each year. How much is it after 2 years?',
      'After one year 11000, after two 11000 × 1.1 = 12100.',
    ],
    [
      '10000 की राशि 10% वार्षिक दर से बढ़ती है और ब्याज हर वर्ष के अंत में जुड़ता है। 2 वर्ष बाद वह कितनी होगी?',
      'एक वर्ष बाद 11000, दो वर्ष बाद 11000 × 1.1 = 12100।',
    ],
    [
      'ينمو مبلغ 10000 بمعدل 10% سنويًا وتُضاف الفائدة في نهاية كل سنة. كم يصبح بعد 2 من السنوات؟',
      'بعد سنة 11000، وبعد سنتين 11000 × 1.1 = 12100.',
    ],
  ),
  sharedOptionsQuestion(
    'up-and-down',
    'medium',
    ['−4%', '0%', '+4%', '−2%'],
    [
      'A price rises by 20% and then falls by 20%. By how much has it changed in all?',
      '1.2 × 0.8 = 0.96: it has lost 4%, for the second 20% are taken from a larger price.',
    ],
    [
      'एक मूल्य 20% बढ़ता है और फिर 20% घटता है। कुल मिलाकर उसमें कितना बदलाव हुआ?',
      '1.2 × 0.8 = 0.96: 4% की कमी हुई, क्योंकि दूसरी बार 20% बड़े मूल्य से घटा।',
    ],
    [
      'ارتفع سعر بنسبة 20% ثم انخفض بنسبة 20%. بكم تغيّر في المجمل؟',
      '1.2 × 0.8 = 0.96 أي نقص بنسبة 4%، لأن الخصم الثاني حُسب من سعر أكبر.',
    ],
  ),
  sharedOptionsQuestion(
    'juice',
    'hard',
    ['10', '6', '16', '8'],
    [
      'In 40 litres of a drink 25% is juice. How many litres of pure juice must be added so that juice makes up 40%?',
      'The 30 litres that are not juice must become 60% of the whole: 50 litres, so 10 are added.',
    ],
    [
      '40 लीटर पेय में 25% रस है। कितने लीटर शुद्ध रस मिलाया जाए कि रस 40% हो जाए?',
      '30 लीटर जो रस नहीं है, वह पूरे का 60% हो: कुल 50 लीटर, यानी 10 लीटर मिलाना होगा।',
    ],
    [
      'في 40 لترًا من شراب نسبة العصير 25%. كم لترًا من العصير الصافي يُضاف لتصبح نسبته 40%؟',
      'الـ30 لترًا التي ليست عصيرًا يجب أن تصبح 60% من الكل، أي 50 لترًا، فنضيف 10 لترات.',
    ],
  ),
  sharedOptionsQuestion(
    'leaking-tank',
    'hard',
    ['15', '4', '16', '8'],
    [
      'A pipe fills a tank in 6 hours; a leak empties the full tank in 10 hours. Both are open. In how many hours does the empty tank fill?',
      '1/6 − 1/10 = 1/15 of the tank an hour, so 15 hours.',
    ],
    [
      'एक नल टंकी को 6 घंटे में भरता है; एक रिसाव भरी टंकी को 10 घंटे में ख़ाली करता है। दोनों खुले हों तो ख़ाली टंकी कितने घंटे में भरेगी?',
      'प्रति घंटा 1/6 − 1/10 = 1/15 टंकी, यानी 15 घंटे।',
    ],
    [
      'يملأ أنبوب خزانًا في 6 ساعات، ويفرغه تسرّب وهو ممتلئ في 10 ساعات. إذا كانا مفتوحين معًا ففي كم ساعة يمتلئ الخزان الفارغ؟',
      'يمتلئ كل ساعة 1/6 − 1/10 = 1/15 الخزان، أي يلزم 15 ساعة.',
    ],
  ),
  sharedOptionsQuestion(
    'red-ball',
    'easy',
    ['5/12', '5/7', '7/12', '1/5'],
    [
      'A bag holds 5 red and 7 blue balls. One is drawn at random. What is the probability that it is red?',
      '5 of 12 balls are red.',
    ],
    [
      'एक थैले में 5 लाल और 7 नीली गेंदें हैं। एक गेंद यादृच्छिक निकाली जाती है। उसके लाल होने की प्रायिकता क्या है?',
      '12 में से 5 गेंदें लाल हैं।',
    ],
    [
      'في كيس 5 كرات حمراء و7 كرات زرقاء. سُحبت كرة عشوائيًا. ما احتمال أن تكون حمراء؟',
      '5 كرات حمراء من 12 كرة.',
    ],
  ),
  sharedOptionsQuestion(
    'in-a-row',
    'easy',
    ['120', '25', '60', '24'],
    ['In how many orders can 5 people stand in a row?', '5 × 4 × 3 × 2 × 1 = 120.'],
    ['5 लोग एक पंक्ति में कितने क्रमों में खड़े हो सकते हैं?', '5 × 4 × 3 × 2 × 1 = 120।'],
    ['بكم ترتيب يمكن أن يقف 5 أشخاص في صف واحد؟', '5 × 4 × 3 × 2 × 1 = 120.'],
  ),
  sharedOptionsQuestion(
    'committee',
    'medium',
    ['56', '24', '336', '40'],
    [
      'In how many ways can a team of 3 be chosen from 8 people?',
      '8 × 7 × 6 / (3 × 2 × 1) = 56; the order of the three does not count.',
    ],
    [
      '8 में से 3 लोगों की टोली कितने तरीक़ों से चुनी जा सकती है?',
      '8 × 7 × 6 / (3 × 2 × 1) = 56; तीनों का क्रम मायने नहीं रखता।',
    ],
    [
      'بكم طريقة يمكن اختيار فريق من 3 أشخاص من بين 8؟',
      '8 × 7 × 6 / (3 × 2 × 1) = 56، فترتيب الثلاثة لا يهم.',
    ],
  ),
  sharedOptionsQuestion(
    'linear',
    'easy',
    ['9', '11', '27', '13'],
    ['If 3x + 7 = 34, what is x?', '3x = 27, so x = 9.'],
    ['यदि 3x + 7 = 34 हो, तो x क्या है?', '3x = 27, इसलिए x = 9।'],
    ['إذا كان 3x + 7 = 34 فما قيمة x؟', '3x = 27، إذن x = 9.'],
  ),
  sharedOptionsQuestion(
    'quadratic',
    'medium',
    ['7', '4', '11', '14'],
    [
      'What is the larger solution of x² − 11x + 28 = 0?',
      '(x − 4)(x − 7) = 0, so the solutions are 4 and 7.',
    ],
    ['x² − 11x + 28 = 0 का बड़ा हल क्या है?', '(x − 4)(x − 7) = 0, इसलिए हल 4 और 7 हैं।'],
    ['ما الحل الأكبر للمعادلة x² − 11x + 28 = 0؟', '(x − 4)(x − 7) = 0، فالحلان 4 و7.'],
  ),
  sharedOptionsQuestion(
    'rectangle',
    'medium',
    ['120', '465', '8', '240'],
    [
      'The perimeter of a rectangle is 46 cm and its length is 15 cm. What is its area, in cm²?',
      'Length and width make 23 cm together; the width is 8 cm and the area 15 × 8 = 120 cm².',
    ],
    [
      'एक आयत का परिमाप 46 सेमी और लंबाई 15 सेमी है। उसका क्षेत्रफल सेमी² में क्या है?',
      'लंबाई और चौड़ाई मिलकर 23 सेमी; चौड़ाई 8 सेमी और क्षेत्रफल 15 × 8 = 120 सेमी²।',
    ],
    [
      'محيط مستطيل 46 سم وطوله 15 سم. ما مساحته بوحدة سم²؟',
      'الطول والعرض معًا 23 سم، فالعرض 8 سم والمساحة 15 × 8 = 120 سم².',
    ],
  ),
  sharedOptionsQuestion(
    'circle-growth',
    'hard',
    ['125%', '50%', '100%', '225%'],
    [
      'The radius of a circle grows by 50%. By how much does its area grow?',
      '1.5 × 1.5 = 2.25: the area grows by 125%.',
    ],
    ['एक वृत्त की त्रिज्या 50% बढ़ती है। उसका क्षेत्रफल कितना बढ़ता है?', '1.5 × 1.5 = 2.25: क्षेत्रफल 125% बढ़ता है।'],
    ['زاد نصف قطر دائرة بنسبة 50%. بكم تزيد مساحتها؟', '1.5 × 1.5 = 2.25، أي تزيد المساحة بنسبة 125%.'],
  ),
  sharedOptionsQuestion(
    'ladder',
    'easy',
    ['12', '8', '18', '14'],
    [
      'A ladder of 13 m leans against a wall; its foot stands 5 m from the wall. How high does it reach, in metres?',
      '13² − 5² = 144, and the root of 144 is 12.',
    ],
    [
      '13 मीटर की सीढ़ी दीवार से टिकी है; उसका पाया दीवार से 5 मीटर दूर है। वह कितने मीटर ऊँचाई तक पहुँचती है?',
      '13² − 5² = 144 और 144 का वर्गमूल 12 है।',
    ],
    [
      'سلّم طوله 13 م مستند إلى جدار، وقاعدته تبعد 5 م عن الجدار. كم مترًا يبلغ ارتفاع رأسه؟',
      '13² − 5² = 144 وجذر 144 هو 12.',
    ],
  ),
  sharedOptionsQuestion(
    'ages',
    'medium',
    ['10', '20', '15', '5'],
    [
      'A mother is 4 times as old as her son. In 20 years she will be twice as old as he is. How old is the son now?',
      'With s for the son: 4s + 20 = 2(s + 20), so s = 10.',
    ],
    [
      'एक माँ की आयु बेटे की 4 गुनी है। 20 वर्ष बाद वह उससे दुगुनी आयु की होगी। बेटा अभी कितने वर्ष का है?',
      'बेटे की आयु s हो: 4s + 20 = 2(s + 20), इसलिए s = 10।',
    ],
    [
      'عمر أم 4 أضعاف عمر ابنها، وبعد 20 سنة يصبح عمرها ضعف عمره. كم عمر الابن الآن؟',
      'إذا كان عمر الابن s فإن 4s + 20 = 2(s + 20)، إذن s = 10.',
    ],
  ),
  sharedOptionsQuestion(
    'number-removed',
    'medium',
    ['36', '26', '28', '32'],
    [
      'The average of 5 numbers is 28. When one is taken away, the average of the other 4 is 26. Which number was taken away?',
      '5 × 28 = 140 and 4 × 26 = 104; the difference is 36.',
    ],
    [
      '5 संख्याओं का औसत 28 है। एक संख्या हटाने पर शेष 4 का औसत 26 रहता है। कौन-सी संख्या हटाई गई?',
      '5 × 28 = 140 और 4 × 26 = 104; अंतर 36 है।',
    ],
    [
      'متوسط 5 أعداد هو 28. حُذف عدد فأصبح متوسط الـ4 الباقية 26. ما العدد المحذوف؟',
      '5 × 28 = 140 و4 × 26 = 104، والفرق 36.',
    ],
  ),
  sharedOptionsQuestion(
    'sum-to',
    'easy',
    ['820', '800', '840', '1640'],
    ['What is the sum of all whole numbers from 1 to 40?', '40 × 41 / 2 = 820.'],
    ['1 से 40 तक की सभी पूर्ण संख्याओं का योग क्या है?', '40 × 41 / 2 = 820।'],
    ['ما مجموع الأعداد الصحيحة من 1 إلى 40؟', '40 × 41 / 2 = 820.'],
  ),
  sharedOptionsQuestion(
    'geometric',
    'medium',
    ['486', '1458', '162', '36'],
    [
      'A sequence begins with 2, and each number is 3 times the one before. What is number 6 of the sequence?',
      '2 × 3⁵ = 2 × 243 = 486.',
    ],
    [
      'एक अनुक्रम 2 से शुरू होता है और हर संख्या पिछली की 3 गुनी है। अनुक्रम की संख्या क्रमांक 6 क्या है?',
      '2 × 3⁵ = 2 × 243 = 486।',
    ],
    ['تبدأ متتالية بالعدد 2، وكل عدد فيها 3 أمثال ما قبله. ما العدد رقم 6 فيها؟', '2 × 3⁵ = 2 × 243 = 486.'],
  ),
  sharedOptionsQuestion(
    'remainder',
    'hard',
    ['2', '0', '4', '9'],
    ['What remainder does 1234 leave when divided by 11?', '11 × 112 = 1232, so 2 remains.'],
    ['1234 को 11 से भाग देने पर शेषफल क्या बचता है?', '11 × 112 = 1232, इसलिए 2 बचता है।'],
    ['ما باقي قسمة 1234 على 11؟', '11 × 112 = 1232، فالباقي 2.'],
  ),
  sharedOptionsQuestion(
    'partnership',
    'hard',
    ['3000', '2500', '2000', '2143'],
    [
      'Asha puts 6000 into a business for 12 months, Ravi 8000 for 6 months. The profit is 5000. How much of it is Asha’s?',
      '6000 × 12 : 8000 × 6 = 72 : 48 = 3 : 2; three fifths of 5000 are 3000.',
    ],
    [
      'आशा एक व्यापार में 6000 की राशि 12 महीने के लिए और रवि 8000 की राशि 6 महीने के लिए लगाता है। लाभ 5000 है। उसमें आशा का हिस्सा कितना है?',
      '6000 × 12 : 8000 × 6 = 72 : 48 = 3 : 2; 5000 का 3/5 यानी 3000।',
    ],
    [
      'استثمرت سلمى 6000 مدة 12 شهرًا واستثمر ياسر 8000 مدة 6 أشهر، وبلغ الربح 5000. كم نصيب سلمى منه؟',
      '6000 × 12 : 8000 × 6 = 72 : 48 = 3 : 2، وثلاثة أخماس 5000 هي 3000.',
    ],
  ),
  sharedOptionsQuestion(
    'stream',
    'hard',
    ['2', '4', '10', '3'],
    [
      'A boat covers 24 km downstream in 2 hours and the same way upstream in 3 hours. How fast is the stream, in km/h?',
      'Downstream 12 km/h, upstream 8 km/h; half of the difference is 2 km/h.',
    ],
    [
      'एक नाव धारा के साथ 24 किमी 2 घंटे में और वही दूरी धारा के विरुद्ध 3 घंटे में तय करती है। धारा की चाल किमी/घंटा में क्या है?',
      'धारा के साथ 12 किमी/घंटा, विरुद्ध 8 किमी/घंटा; अंतर का आधा 2 किमी/घंटा।',
    ],
    [
      'يقطع قارب 24 كم مع التيار في 2 ساعة، ويقطع المسافة نفسها عكس التيار في 3 ساعات. ما سرعة التيار بوحدة كم/س؟',
      'مع التيار 12 كم/س وعكسه 8 كم/س، ونصف الفرق 2 كم/س.',
    ],
  ),
  sharedOptionsQuestion(
    'votes',
    'hard',
    ['8000', '2207', '3048', '16000'],
    [
      'Of two candidates the winner has 58% of the valid votes and leads by 1280 votes. How many valid votes were there?',
      'The lead is 58% − 42% = 16%; 1280 / 0.16 = 8000.',
    ],
    [
      'दो उम्मीदवारों में विजेता को वैध मतों का 58% मिला और वह 1280 मतों से आगे रहा। कुल वैध मत कितने थे?',
      'बढ़त 58% − 42% = 16% है; 1280 / 0.16 = 8000।',
    ],
    [
      'فاز أحد مرشحَين اثنين بنسبة 58% من الأصوات الصحيحة متقدمًا بفارق 1280 صوتًا. كم عدد الأصوات الصحيحة؟',
      'الفارق 58% − 42% = 16%، و1280 / 0.16 = 8000.',
    ],
  ),
  sharedOptionsQuestion(
    'clock-angle',
    'medium',
    ['75°', '90°', '105°', '60°'],
    [
      'What is the smaller angle between the hands of a clock at 3:30?',
      'The minute hand stands at 180°, the hour hand at 105°; the difference is 75°.',
    ],
    ['घड़ी में 3:30 बजे सुइयों के बीच छोटा कोण कितना होता है?', 'मिनट की सुई 180° पर और घंटे की सुई 105° पर है; अंतर 75°।'],
    [
      'ما الزاوية الصغرى بين عقربي الساعة عند 3:30؟',
      'عقرب الدقائق عند 180° وعقرب الساعات عند 105°، والفرق 75°.',
    ],
  ),
]
