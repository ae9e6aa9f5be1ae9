//! A house's PDF about itself.

use serde_json::json;

use crate::support::uploads::pdf_of;
use crate::support::*;

#[actix_web::test]
async fn a_house_publishes_a_pdf_about_itself() {
    let app = App::new().await;
    let path = "/api/house/1/info";
    app.get(VISITOR, path).await.expect(404);
    let pdf = &*pdf_of("");
    // Rights come before the file is looked at.
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        app.upload(who, path, &[b"x"]).await.expect(status);
    }
    assert_eq!(
        app.upload(ADMIN, "/api/house/99/info", &[pdf])
            .await
            .refused(404),
        "Отсутствуют данные об аукционном доме"
    );
    for files in [&[][..], &[&b""[..]]] {
        assert_eq!(
            app.upload(MANAGER, path, files).await.faults(),
            json!({"file": ["Нет прикрепленного файла"]})
        );
    }
    app.upload(MANAGER, path, &[pdf, pdf]).await.expect(422);
    assert_eq!(
        app.upload(MANAGER, path, &[b"<html>%%EOF"])
            .await
            .refused(415),
        "Прикрепите файл в формате PDF"
    );
    let large = vec![b' '; (20 << 20) + 1];
    app.upload(MANAGER, path, &[&large]).await.expect(413);
    app.get(VISITOR, path).await.expect(404);

    let stored = app.upload(MANAGER, path, &[pdf]).await.ok();
    assert_eq!(stored["sizeBytes"], pdf.len());
    let reply = app.get(VISITOR, "/api/house/1/info/").await;
    assert_eq!((reply.status, reply.text().as_bytes()), (200, pdf));
    assert_eq!(reply.headers["content-type"], "application/pdf");
    assert_eq!(
        reply.headers["content-disposition"].to_str().unwrap(),
        "attachment; filename=\"house-1.pdf\"; \
         filename*=UTF-8''%D0%9F%D0%B5%D1%80%D0%B2%D1%8B%D0%B9%20%D0%B4%D0%BE%D0%BC.pdf"
    );
    assert_eq!(app.get(VISITOR, "/api/house/1").await.ok()["hasInfo"], true);
    // The next one replaces it.
    let another = pdf_of("/OpenAction [2 0 R /Fit]");
    app.upload(OWNER, path, &[&another]).await.ok();
    assert_eq!(app.get(VISITOR, path).await.bytes, another);

    // What acts by itself is refused, and what is there stays.
    let refused = "В PDF есть сценарии, действия или вложенные файлы. Сохраните его без них";
    for catalog in [
        "/OpenAction <</S/JavaScript/JS(app.alert(1))>>",
        "/OpenAction <</S/Launch/F(cmd.exe)>>",
        "/AA <</WC <</S/GoTo>>>>",
        "/Names <</EmbeddedFiles <<>>>>",
        "/Names <</J#61vaScript <<>>>>",
    ] {
        let reply = app.upload(MANAGER, path, &[&pdf_of(catalog)]).await;
        assert_eq!(reply.refused_field("file"), refused, "{catalog}");
    }
    let broken = app.upload(MANAGER, path, &[b"%PDF-1.4 %%EOF"]).await;
    assert_eq!(broken.refused_field("file"), "Файл PDF повреждён");
    assert_eq!(app.get(VISITOR, path).await.bytes, another);
    app.end().await;
}
