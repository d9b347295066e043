import type { Translation } from '../merged.ts';
import type { fieldsInEnglish } from './en.ts';

export const fieldsInArabic: Translation<typeof fieldsInEnglish> = {
  'range.names': 'من {first} إلى {last}',

  'type.anyValue': 'أي قيمة',
  'type.noValue': 'لا قيمة إطلاقًا',
  'type.orElse': '\u200f{first}، أو {second}',
  'type.empty': 'فارغ',
  'type.named': '\u200f{name}، {type}',
  'type.namedA': '\u200f{name}، {type}',
  'type.namedAn': '\u200f{name}، {type}',
  'type.each': '\u200f{name}، كل منها {type}',
  'type.eachA': '\u200f{name}، كل منها {type}',
  'type.eachAn': '\u200f{name}، كل منها {type}',
  'type.orNull': '\u200f{type} أو null',
  'type.anyOf': 'واحد على الأقل من {types}',
  'type.oneOf': 'واحد من {types}',
  'type.chosenBy': '\u200f{type}، يحدده {name}',
  'type.anythingBut': 'أي شيء عدا {type}',
  'type.arrayOf': 'array من {types}',
  'type.arrayOfThen': 'array من {types}، ثم {rest}',
  'variants.oneOf': 'واحد من',
  'variants.anyOf': 'واحد على الأقل من',
  'variants.count':
    '{count, plural, zero {لا بدائل} one {بديل واحد} two {بديلان} ' +
    'few {\u200f# بدائل} many {\u200f# بديلًا} other {\u200f# بديل}}',
  'variants.oneOfCount':
    '{count, plural, zero {لا بدائل} one {بديل واحد} two {أحد بديلين} ' +
    'few {أحد # بدائل} many {أحد # بديلًا} other {أحد # بديل}}',
  'variants.anyOfCount':
    '{count, plural, zero {لا بدائل} one {بديل واحد} two {واحد على الأقل من بديلين} ' +
    'few {واحد على الأقل من # بدائل} many {واحد على الأقل من # بديلًا} other {واحد على الأقل من # بديل}}',

  'field.required': 'مطلوب',
  'field.deprecated': 'مهمل',
  'field.readOnly': 'للقراءة فقط: يحدده الخادم',
  'field.writeOnly': 'للكتابة فقط: لا يُعاد أبدًا',
  'field.notAllowed': 'غير مسموح به',
  'field.recursive': 'تعاودي',
  'field.see': 'انظر {title}',
  'field.openAll': 'فتح الكل',
  'field.closeAll': 'إغلاق الكل',
  'field.seeSchema': 'انظر المخطط {name}',
  'field.variant': 'البديل {number}',
  'field.withEverythingIn': 'مع كل ما في {names}',
  'field.count':
    '{count, plural, zero {لا حقول} one {حقل واحد} two {حقلان} ' +
    'few {\u200f# حقول} many {\u200f# حقلًا} other {\u200f# حقل}}',
  'field.countRequired':
    '{count, plural, zero {لا حقول، المطلوب منها {required}} one {حقل واحد، المطلوب منها {required}} ' +
    'two {حقلان، المطلوب منها {required}} ' +
    'few {\u200f# حقول، المطلوب منها {required}} ' +
    'many {\u200f# حقلًا، المطلوب منها {required}} other {\u200f# حقل، المطلوب منها {required}}}',
  'field.moreText': 'المزيد',
  'field.values': '{count, plural, zero {القيم} one {القيمة} two {القيمتان} few {القيم} many {القيم} other {القيم}}',
  'field.moreValues':
    '{count, plural, zero {لا قيم أخرى} one {قيمة أخرى} two {قيمتان أخريان} ' +
    'few {\u200f# قيم أخرى} many {\u200f# قيمة أخرى} other {\u200f# قيمة أخرى}}',
  'field.readOnlyHidden':
    '{count, plural, zero {لا حقول للقراءة فقط غير معروضة} one {حقل واحد للقراءة فقط غير معروض} ' +
    'two {حقلان للقراءة فقط غير معروضين} ' +
    'few {\u200f# حقول للقراءة فقط غير معروضة} ' +
    'many {\u200f# حقلًا للقراءة فقط غير معروض} other {\u200f# حقل للقراءة فقط غير معروض}}',
  'field.writeOnlyHidden':
    '{count, plural, zero {لا حقول للكتابة فقط غير معروضة} one {حقل واحد للكتابة فقط غير معروض} ' +
    'two {حقلان للكتابة فقط غير معروضين} ' +
    'few {\u200f# حقول للكتابة فقط غير معروضة} ' +
    'many {\u200f# حقلًا للكتابة فقط غير معروض} other {\u200f# حقل للكتابة فقط غير معروض}}',
  'member.anyOtherName': 'أي اسم آخر',
  'member.namesThatMatch': 'أسماء تطابق <code>{pattern}</code>',
  'member.names': 'الأسماء',
  'member.anyOtherItem': 'أي عنصر آخر',
  'member.eachItem': 'كل عنصر',
  'member.item': 'العنصر {number}',
  'member.containsAtLeast': '\u200f{least} على الأقل من العناصر',
  'member.containsBetween': '\u200f{least} على الأقل و{most} على الأكثر من العناصر',
  'member.anythingBut': 'أي شيء عدا',
  'member.content': 'محتواه',
  'condition.if': 'إذا',
  'condition.then': 'عندئذ',
  'condition.else': 'وإلا',
  'condition.ifSo': 'إذا تحقق: {condition}',
  'condition.unless': 'ما لم يتحقق: {condition}',
  'condition.ifThere': 'إذا وُجد <code>{name}</code>',
  'condition.isThere': '<code>{name}</code> موجود',
  'condition.and': '\u200f{first}، و{second}',
  'condition.orNotThere': '\u200f{condition} أو غير موجود',
  'condition.is': '\u200f{name} هو {value}',
  'condition.isNot': '\u200f{name} ليس {value}',
  'condition.holds': '\u200f{name} يحتوي على {value}',
  'condition.matches': '\u200f{name} يطابق <code>{pattern}</code>',
  'keys.title': 'اختصارات لوحة المفاتيح',
  'keys.search': 'فتح البحث',
  'keys.move': 'النتيجة التالية والسابقة',
  'keys.open': 'فتح النتيجة',
  'keys.close': 'إغلاق',
  'keys.help': 'هذه القائمة',
  'kind.api': 'واجهة API',
  'kind.service': 'خدمة',
  'kind.operation': 'عملية',
  'kind.webhook': 'خطّاف ويب',
  'kind.group': 'مجموعة',
  'kind.guide': 'دليل',
  'kind.log-in': 'تسجيل الدخول',
  'kind.schema': 'مخطط',
  'kind.parameter': 'معامل',
  'kind.field': 'حقل',
  'kind.header': 'ترويسة',
  'kind.response': 'استجابة',
  'kind.value': 'قيمة',

  'demand.always': 'دائمًا <code>{value}</code>',
  'demand.atLeast': '\u200f{value} على الأقل',
  'demand.above': 'أكبر من {value}',
  'demand.atMost': '\u200f{value} على الأكثر',
  'demand.below': 'أصغر من {value}',
  'demand.multipleOf': 'من مضاعفات {value}',
  'demand.matches': 'يطابق <code>{pattern}</code>',
  'demand.noRepeats': 'بلا تكرار',
  'demand.noOtherFields': 'بلا حقول أخرى',
  'demand.noOtherItems': 'بلا عناصر أخرى',
  'demand.encodedAs': 'مرمّز بصيغة <code>{encoding}</code>',
  'demand.holds': 'يحتوي على <code>{type}</code>',
  'demand.default': 'الافتراضي <code>{value}</code>',
  'demand.example': 'مثال <code>{value}</code>',
  'demand.atLeastCharacters':
    '{count, plural, zero {\u200f# محارف على الأقل} one {محرف واحد على الأقل} two {محرفان على الأقل} ' +
    'few {\u200f# محارف على الأقل} many {\u200f# محرفًا على الأقل} other {\u200f# محرف على الأقل}}',
  'demand.upToCharacters':
    '{count, plural, zero {بلا محارف} one {محرف واحد على الأكثر} two {محرفان على الأكثر} ' +
    'few {\u200f# محارف على الأكثر} many {\u200f# محرفًا على الأكثر} other {\u200f# محرف على الأكثر}}',
  'demand.exactlyCharacters':
    '{count, plural, zero {بلا محارف} one {محرف واحد بالضبط} two {محرفان بالضبط} ' +
    'few {\u200f# محارف بالضبط} many {\u200f# محرفًا بالضبط} other {\u200f# محرف بالضبط}}',
  'demand.rangeCharacters':
    '{count, plural, zero {من {low} إلى # محارف} one {من {low} إلى محرف واحد} two {من {low} إلى محرفين} ' +
    'few {من {low} إلى # محارف} many {من {low} إلى # محرفًا} other {من {low} إلى # محرف}}',
  'demand.atLeastItems':
    '{count, plural, zero {\u200f# عناصر على الأقل} one {عنصر واحد على الأقل} two {عنصران على الأقل} ' +
    'few {\u200f# عناصر على الأقل} many {\u200f# عنصرًا على الأقل} other {\u200f# عنصر على الأقل}}',
  'demand.upToItems':
    '{count, plural, zero {بلا عناصر} one {عنصر واحد على الأكثر} two {عنصران على الأكثر} ' +
    'few {\u200f# عناصر على الأكثر} many {\u200f# عنصرًا على الأكثر} other {\u200f# عنصر على الأكثر}}',
  'demand.exactlyItems':
    '{count, plural, zero {بلا عناصر} one {عنصر واحد بالضبط} two {عنصران بالضبط} ' +
    'few {\u200f# عناصر بالضبط} many {\u200f# عنصرًا بالضبط} other {\u200f# عنصر بالضبط}}',
  'demand.rangeItems':
    '{count, plural, zero {من {low} إلى # عناصر} one {من {low} إلى عنصر واحد} two {من {low} إلى عنصرين} ' +
    'few {من {low} إلى # عناصر} many {من {low} إلى # عنصرًا} other {من {low} إلى # عنصر}}',
  'demand.atLeastFields':
    '{count, plural, zero {\u200f# حقول على الأقل} one {حقل واحد على الأقل} two {حقلان على الأقل} ' +
    'few {\u200f# حقول على الأقل} many {\u200f# حقلًا على الأقل} other {\u200f# حقل على الأقل}}',
  'demand.upToFields':
    '{count, plural, zero {بلا حقول} one {حقل واحد على الأكثر} two {حقلان على الأكثر} ' +
    'few {\u200f# حقول على الأكثر} many {\u200f# حقلًا على الأكثر} other {\u200f# حقل على الأكثر}}',
  'demand.exactlyFields':
    '{count, plural, zero {بلا حقول} one {حقل واحد بالضبط} two {حقلان بالضبط} ' +
    'few {\u200f# حقول بالضبط} many {\u200f# حقلًا بالضبط} other {\u200f# حقل بالضبط}}',
  'demand.rangeFields':
    '{count, plural, zero {من {low} إلى # حقول} one {من {low} إلى حقل واحد} two {من {low} إلى حقلين} ' +
    'few {من {low} إلى # حقول} many {من {low} إلى # حقلًا} other {من {low} إلى # حقل}}',
  'demand.required': 'مطلوب: {names}',
  'demand.requiredAnyOf': 'مطلوب: واحد على الأقل من {choices}',
  'demand.requiredOneOf': 'مطلوب: واحد فقط من {choices}',
  'demand.notAllowed': '\u200f{names} غير مسموح به',
  'demand.notTogether': '\u200f{names} ليس معًا',
  'demand.anythingBut': 'أي شيء عدا {what}',
  'demand.with': '\u200f{type} مع {names}',
  'demand.eachItem': 'كل عنصر: {demand}',
};
