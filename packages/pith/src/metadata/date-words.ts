const MODIFIED =
  'updated|last updated|modified|last modified|last edited|edited|revised|aktualisiert|zuletzt|geändert|letzte änderung|stand|' +
  'mis à jour|mise à jour|modifié|actualizado|actualizada|última actualización|atualizado|atualizada|aggiornato|aggiornata|' +
  'ultimo aggiornamento|bijgewerkt|gewijzigd|uppdaterad|oppdatert|opdateret|päivitetty|muokattu|aktualizacja|zaktualizowano|' +
  'aktualizováno|aktualizované|frissítve|módosítva|actualizat|ažurirano|güncelleme|güncellendi|обновлено|обновлён|изменено|' +
  'оновлено|ενημέρωση|ενημερώθηκε|تحديث|آخر تحديث|עודכן|更新|最終更新|最后更新|수정|업데이트|cập nhật|diperbarui|อัปเดต';

const PUBLISHED =
  'published|posted|created|first published|veröffentlicht|erschienen|erstellt|publiziert|publié|paru|publicado|publicada|' +
  'pubblicato|gepubliceerd|geplaatst|publicerad|publisert|publiceret|julkaistu|opublikowano|publikováno|megjelent|publicat|' +
  'objavljeno|yayınlanma|yayın tarihi|опубликовано|опубліковано|δημοσίευση|نشر|פורסם|发布|发表|公開|掲載|投稿|입력|등록|đăng|diterbitkan|เผยแพร่';

const words = (list: string, before: string, after: string) =>
  new RegExp(`${before}(?:${list})${after}`, 'iu');

export const MODIFIED_LABEL = words(MODIFIED, '(?:^|[^\\p{L}])', '(?=$|[^\\p{L}])');
export const PUBLISHED_LABEL = words(PUBLISHED, '(?:^|[^\\p{L}])', '(?=$|[^\\p{L}])');
export const MODIFIED_NAME = /(?:^|[\s_-])(?:updated?|modified|lastmod|aktualisiert|changed)(?=$|[\s_-])/;
export const PUBLISHED_NAME =
  /(?:^|[\s_-])(?:published|publish(?:ed)?-?(?:date|time)?|pubdate|created|posted)(?=$|[\s_-])/;
export const DATE_LABEL =
  /(?:^|[^\p{L}])(?:date|datum|fecha|data|dato|dátum|tarih|pvm|päivämäärä|дата|ημερομηνία|تاريخ|日期|日付|날짜)\s?[:：]/iu;
